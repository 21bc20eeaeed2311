package gamenight

import (
	"encoding/json"
	"errors"
	"time"

	"parlor/lobby"
)

// saveAgain is how long after a failure a game night is saved again.
const saveAgain = time.Second

// saver writes a game night down. What is shown does not wait for it: what counts is in
// the journals of the rooms, and all else can be said again.
type saver struct {
	config  Config
	unsaved bool // the last time has failed
}

func (s *saver) save(night Snapshot) {
	data, err := json.Marshal(night)
	if err == nil {
		err = s.config.Lobby.Keep(night.Code, data)
	}
	if err != nil && !s.unsaved && !errors.Is(err, lobby.ErrClaimed) { // another process goes on with it
		s.config.Log.Error("a game night cannot be written", "evening", night.Code, "err", err)
	}
	s.unsaved = err != nil
}
