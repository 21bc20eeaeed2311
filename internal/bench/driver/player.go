package driver

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/ssh"
)

// Message holds the fields of a protocol message that the benchmarks use.
type Message struct {
	Type, Text, Stage string
	ID                int    // of the answered request
	View              uint64 // in an answer, the number of the resulting view
	Number            uint64 // number of a view
	YourTurn          bool   `json:"your_turn"`
	Legal             []string
	Room              struct{ Code string }
}

// Player is a client of the text protocol, with a seat or as a spectator.
type Player struct {
	Code string // code of the room
	stream
	client *ssh.Client
	lines  *bufio.Scanner
	sent   int
}

// Play runs a command that enters a room. If it is refused, the error includes the text of the refusal.
func Play(client *ssh.Client, command string) (*Player, error) {
	p := &Player{client: client}
	var err error
	if p.stream, err = pipes(client); err != nil {
		return nil, err
	}
	says, err := p.StderrPipe()
	if err != nil {
		return nil, err
	}
	p.lines = bufio.NewScanner(p.out)
	p.lines.Buffer(nil, 1<<20)
	if err := p.Start(command); err != nil {
		return nil, err
	}
	hello, err := p.Next()
	if err != nil {
		text, _ := io.ReadAll(io.LimitReader(says, 1<<10))
		_ = p.Close()
		return nil, errors.Join(errors.New(string(text)), err)
	}
	p.Code = hello.Room.Code
	return p, nil
}

// Next returns the next message.
func (p *Player) Next() (one Message, err error) {
	if !p.lines.Scan() {
		return one, errors.Join(p.lines.Err(), io.EOF)
	}
	if err := json.Unmarshal(p.lines.Bytes(), &one); err != nil {
		return one, err
	}
	if one.Type == "ended" {
		err = fmt.Errorf("the room has ended: %s", one.Text)
	}
	return one, err
}

// Send sends a request. Its ID is the number of requests sent so far.
func (p *Player) Send(request string) error {
	p.sent++
	_, err := fmt.Fprintf(p.in, `{%s,"id":%d}`+"\n", request, p.sent)
	return err
}

// ErrRefused is returned for a refused request.
var ErrRefused = errors.New("a request was refused")

// Do sends a request and waits for its answer.
func (p *Player) Do(request string) error {
	if err := p.Send(request); err != nil {
		return err
	}
	for {
		one, err := p.Next()
		switch {
		case err != nil:
			return err
		case one.ID != p.sent:
		case one.Type == "done":
			return nil
		case one.Type == "refused":
			return fmt.Errorf("%w: %s", ErrRefused, one.Text)
		}
	}
}

// HangUp closes the connection.
func (p *Player) HangUp() { _ = p.client.Close() }
