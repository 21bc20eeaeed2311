package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// child is a server in a process of its own.
type child struct {
	addr string
	dir  string
	in   io.WriteCloser
	out  *json.Decoder
	cmd  *exec.Cmd
}

// start runs this program as a server.
func (l *load) start(kind string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "parlor-load-")
	if err != nil {
		return nil, err
	}
	c := &child{dir: dir, cmd: exec.Command(self, serveWord, kind, dir, l.every.String())} //nolint:gosec,noctx // itself; it ends with its input
	c.cmd.Stderr = l.log
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := c.cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	c.out = json.NewDecoder(bufio.NewReader(out))
	var hello answer
	if err := c.out.Decode(&hello); err != nil {
		return nil, errors.Join(err, c.end())
	}
	c.addr = hello.Addr
	return c, nil
}

// ask has it do something, and returns what it has taken so far.
func (c *child) ask(format string, values ...any) (usage, error) {
	if _, err := fmt.Fprintf(c.in, format+"\n", values...); err != nil {
		return usage{}, err
	}
	var told answer
	if err := c.out.Decode(&told); err != nil {
		return usage{}, err
	}
	if told.Error != "" {
		return usage{}, errors.New(told.Error)
	}
	return told.Usage, nil
}

// usage is what it has taken so far.
func (c *child) usage() (usage, error) { return c.ask("usage") }

// end waits for it to end, and removes its folder.
func (c *child) end() error {
	_ = c.in.Close()
	return errors.Join(c.cmd.Wait(), os.RemoveAll(c.dir))
}

// profile has profiles of it written, where they are wanted: of its memory and
// its goroutines.
func (l *load) profile(c *child, name string) error {
	if l.profiles == "" {
		return nil
	}
	for _, kind := range []string{"heap", "goroutine"} {
		if _, err := c.ask("%s %s", kind, l.profileOf(name, kind)); err != nil {
			return err
		}
	}
	return nil
}

func (l *load) profileOf(name, kind string) string {
	path, err := filepath.Abs(filepath.Join(l.profiles, name+"."+kind))
	if err != nil {
		return name
	}
	return path
}

// timed has a profile of the time written that it takes until the end of do.
func (l *load) timed(c *child, name string, do func() error) error {
	if l.profiles == "" {
		return do()
	}
	if _, err := c.ask("cpu %s", l.profileOf(name, "cpu")); err != nil {
		return err
	}
	err := do()
	_, stop := c.ask("cpu")
	return errors.Join(err, stop)
}

// beside starts both servers, or only ours; theirs is nil then.
func (l *load) beside(do func(ours, theirs *child) error) (err error) {
	ours, err := l.start(serveOurs)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ours.end()) }()
	if !l.bare {
		return do(ours, nil)
	}
	theirs, err := l.start(serveTheir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, theirs.end()) }()
	return do(ours, theirs)
}
