package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"runtime"
	"syscall"
)

// Client sends requests to a server's socket.
type Client struct {
	path string
	http *http.Client
}

// Dial returns a client for a socket.
func Dial(path string) (*Client, error) {
	if runtime.GOOS == "windows" {
		return nil, ErrNoSockets
	}
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}}
	return &Client{path, &http.Client{Transport: transport}}, nil
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Look gets a page, such as "sessions", and decodes it.
func (c *Client) Look(ctx context.Context, page string, into any) error {
	body, err := c.ask(ctx, http.MethodGet, page, nil)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	return decode(body, into)
}

// Order sends an order, such as "ban", and decodes the answer.
func (c *Client) Order(ctx context.Context, name string, order, into any) error {
	asked, err := json.Marshal(order)
	if err != nil {
		return err
	}
	body, err := c.ask(ctx, http.MethodPost, name, asked)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	return decode(body, into)
}

// Copy copies a page unchanged, such as a profile.
func (c *Client) Copy(ctx context.Context, page string, to io.Writer) error {
	body, err := c.ask(ctx, http.MethodGet, page, nil)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	_, err = io.Copy(to, body)
	return err
}

func decode(body io.Reader, into any) error {
	if err := json.NewDecoder(body).Decode(into); err != nil {
		return fmt.Errorf("the server's answer is not understood: %w", err)
	}
	return nil
}

// ask sends a request and returns the body of a successful answer.
func (c *Client) ask(ctx context.Context, method, page string, order []byte) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://parlor/"+page, bytes.NewReader(order))
	if err != nil {
		return nil, err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, c.explain(err)
	}
	if response.StatusCode == http.StatusOK {
		return response.Body, nil
	}
	defer func() { _ = response.Body.Close() }()
	said, _ := io.ReadAll(io.LimitReader(response.Body, maxOrder))
	var failure Failure
	if json.Unmarshal(said, &failure) == nil && failure.Error != "" {
		return nil, errors.New(failure.Error)
	}
	return nil, fmt.Errorf("the server answers %s", response.Status)
}

// explain returns why no server answers.
func (c *Client) explain(err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("only the user who runs the server can open %s", c.path)
	case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("no server answers on %s: is it running, and is this its data folder?", c.path)
	}
	return fmt.Errorf("the server cannot be asked on %s: %w", c.path, err)
}
