package madeup

import (
	"testing"

	"parlor/tui/boardtest"
)

func TestBoard(t *testing.T) { boardtest.Run(t, Game(), 3) }

func TestLesson(t *testing.T) { boardtest.RunLesson(t, Game()) }
