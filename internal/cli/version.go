package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// development is the version of a program that was not made from a commit that
// Go knows, such as by go run.
const development = "development"

// made is what a program was made from, and for which machines.
type made struct {
	version string // such as "v1.2.0", with "+dirty" where files had changed, or "development"
	commit  string // the beginning of its hash; empty where that is not known
	golang  string // such as "go1.26.8"
	system  string // such as "linux/amd64"
}

// thisProgram is how the running program was made. Go writes that into it.
func thisProgram() made {
	info, _ := debug.ReadBuildInfo() // nil for none
	return madeFrom(info)
}

// madeFrom reads what Go wrote into a program; nil is nothing.
func madeFrom(info *debug.BuildInfo) made {
	m := made{version: development, golang: runtime.Version(), system: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		return m
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		m.version = v
	}
	const enough = 12 // digits of a hash
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			m.commit = setting.Value[:min(len(setting.Value), enough)]
		}
	}
	return m
}

// String is everything on one line.
func (m made) String() string {
	parts := []string{m.golang, m.system}
	if m.commit != "" {
		parts = append([]string{"commit " + m.commit}, parts...)
	}
	return fmt.Sprintf("parlor %s (%s)", m.version, strings.Join(parts, ", "))
}

// version is that of the running program alone.
func version() string { return thisProgram().version }

// printVersion says how the program was made.
func printVersion(_ context.Context, c Call) int {
	if len(c.Args) > 0 {
		return c.misused(fmt.Errorf("%q is too much: version takes no arguments", c.Args[0]))
	}
	_, _ = fmt.Fprintln(c.Stdout, thisProgram())
	return StatusOK
}
