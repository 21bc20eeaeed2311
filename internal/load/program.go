package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// robot is a player of the text protocol.
type robot struct {
	*visitor
	who   int // which person
	lines *bufio.Scanner
	code  string
	sent  int
}

// message is what a robot reads of one.
type message struct {
	Type, Text string
	ID         int
	Room       struct{ Code string }
}

// robot lets a program come with a command.
func (l *load) robot(addr, command string) (*robot, error) {
	return robotOf(addr, int(l.people.Add(1)), command)
}

// robotOf lets the program of a person come with a command.
func robotOf(addr string, who int, command string) (*robot, error) {
	v, err := dial(addr, who, guest{})
	if err != nil {
		return nil, err
	}
	r := &robot{visitor: v, who: who}
	if r.session, err = v.conn.NewSession(); err != nil {
		return r, err
	}
	if r.keys, err = r.session.StdinPipe(); err != nil {
		return r, err
	}
	out, err := r.session.StdoutPipe()
	if err != nil {
		return r, err
	}
	r.lines = bufio.NewScanner(out)
	r.lines.Buffer(nil, 1<<20)
	if err := r.session.Start(command); err != nil {
		return r, err
	}
	hello, err := r.until("hello", 0)
	r.code = hello.Room.Code
	return r, err
}

// until reads until a message of a kind comes.
func (r *robot) until(kind string, id int) (message, error) {
	for r.lines.Scan() {
		var one message
		if err := json.Unmarshal(r.lines.Bytes(), &one); err != nil {
			return one, err
		}
		switch {
		case one.Type == kind && one.ID == id:
			return one, nil
		case one.Type == "refused", one.Type == "ended":
			return one, fmt.Errorf("a program was told: %s", one.Text)
		}
	}
	if err := r.lines.Err(); err != nil {
		return message{}, err
	}
	return message{}, io.ErrUnexpectedEOF
}

// gives an order, and waits until it is done.
func (r *robot) gives(order string) error {
	r.sent++
	if err := r.press(fmt.Sprintf(`{%s,"id":%d}`+"\n", order, r.sent)); err != nil {
		return err
	}
	_, err := r.until("done", r.sent)
	return err
}
