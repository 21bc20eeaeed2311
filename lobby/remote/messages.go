package remote

import (
	"reflect"

	"parlor/lobby"
)

// Names of calls on the wire.
const (
	// Of the lobby.
	callRecognise = "recognise"
	callKnows     = "knows"
	callHas       = "has"
	callEnter     = "enter"
	callMatches   = "matches"
	callMatch     = "match"
	callChanges   = "news"
	callUsage     = "spent"
	callDeclined  = "declined"
	callPing      = "here"
	// Of a session, besides its operations, whose names are their kinds.
	callName = "name"
	// Of a handle.
	callDo = "do"
)

// helloOnWire describes the lobby.
type helloOnWire struct {
	Games   []gameOnWire `json:"games"`
	Limits  lobby.Limits `json:"limits"`
	History bool         `json:"history"` // finished matches are available
}

// recognised is the answer to callRecognise.
type recognised struct {
	Identity lobby.Identity `json:"identity"`
	Account  lobby.Account  `json:"account"`
}

// hasOnWire is the body of callHas.
type hasOnWire struct {
	Who  lobby.Identity `json:"who"`
	Code string         `json:"code"`
}

// entered is the answer to callEnter.
type entered struct {
	KeepsRatings bool `json:"keeps_ratings"`
}

// exported is the answer to lobby.ExportData.
type exported struct {
	Export lobby.Export `json:"export"`
	Older  string       `json:"older"`
}

// none is the body of a call without arguments. A nil *none is the answer of a call without a result.
type none struct{}

// answerOnWire returns the type in which an answer of an operation is sent.
func answerOnWire(answer reflect.Type) reflect.Type {
	switch answer {
	case reflect.TypeFor[lobby.Nothing]():
		return reflect.TypeFor[*none]()
	case reflect.TypeFor[lobby.Update]():
		return reflect.TypeFor[updateOnWire]()
	case reflect.TypeFor[lobby.Export]():
		return reflect.TypeFor[exported]()
	}
	return answer
}

// encodeAnswer encodes an answer of an operation.
func encodeAnswer(answer any) any {
	switch answer := answer.(type) {
	case lobby.Nothing:
		return (*none)(nil)
	case lobby.Update:
		return encodeUpdate(answer)
	case lobby.Export:
		return exported{answer, answer.Older}
	}
	return answer
}

// decodeAnswer decodes an answer encoded by encodeAnswer.
func (d decoder) decodeAnswer(answer any) (any, error) {
	switch answer := answer.(type) {
	case updateOnWire:
		return d.decode(answer)
	case exported:
		export := answer.Export
		export.Older = answer.Older
		if string(export.Settings) == "null" {
			export.Settings = nil // JSON does not distinguish nil and "null"
		}
		return export, nil
	}
	return answer, nil
}
