// Bench measures parlor: under load by many clients (load), under attack (attack), and the strength
// of its bots (arena).
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"parlor/internal/bench/attack"
	"parlor/internal/bench/load"
	"parlor/internal/cli"
	"parlor/internal/games"
)

func main() {
	if status, is := attack.Role(os.Args[1:], os.Stdin, os.Stdout, os.Stderr); is {
		os.Exit(status)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, out, log io.Writer) int {
	word := ""
	if len(args) > 0 {
		word, args = args[0], args[1:]
	}
	switch word {
	case "load":
		return load.Main(args, out, log)
	case "attack":
		return attack.Main(args, out, log)
	case "arena":
		return cli.Run(context.Background(), cli.Call{Games: games.All(), Args: append([]string{"bots"}, args...), Env: os.Getenv, Stdin: os.Stdin, Stdout: out, Stderr: log})
	}
	_, _ = fmt.Fprintln(log, "bench: say load, attack or arena, and --help for the flags of each")
	return 2
}
