package gamenight

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"parlor/lobby"
)

// saveAgain is the delay before a failed save is repeated.
const saveAgain = time.Second

// saver stores a game night. Updates do not wait for it: results are in the journals of the
// rooms, and the rest can be lost.
type saver struct {
	config  Config
	unsaved bool // the last save has failed
}

func (s *saver) save(night Snapshot) {
	data, err := json.Marshal(night)
	if err == nil {
		err = s.config.Lobby.Save(night.Code, data)
	}
	if err != nil && !s.unsaved && !errors.Is(err, lobby.ErrClaimed) && !errors.Is(err, context.Canceled) { // another process has taken it over, or the server stops
		s.config.Log.Error("cannot write a game night", "made", night.Made, "err", err)
	}
	s.unsaved = err != nil
}
