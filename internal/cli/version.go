package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// development is the version of a build without a known commit, such as by go run.
const development = "development"

// made is the build information of a program.
type made struct {
	version string // such as "v1.2.0", with "+dirty" for a modified tree, or "development"
	commit  string // abbreviated hash; "" if unknown
	golang  string // such as "go1.26.8"
	system  string // such as "linux/amd64"
}

// thisProgram returns the build information of the running program.
func thisProgram() made {
	info, _ := debug.ReadBuildInfo() // nil if there is none
	return madeFrom(info)
}

// madeFrom parses Go's build information, which may be nil.
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

// String returns the version and the build on one line.
func (m made) String() string {
	parts := []string{m.golang, m.system}
	if m.commit != "" {
		parts = append([]string{"commit " + m.commit}, parts...)
	}
	return fmt.Sprintf("parlor %s (%s)", m.version, strings.Join(parts, ", "))
}

// version returns the version of the running program.
func version() string { return thisProgram().version }

// printVersion runs the subcommand version.
func printVersion(_ context.Context, c Call) int {
	if len(c.Args) > 0 {
		return c.misused(fmt.Errorf("%q is too much: version takes no arguments", c.Args[0]))
	}
	_, _ = fmt.Fprintln(c.Stdout, thisProgram())
	return StatusOK
}
