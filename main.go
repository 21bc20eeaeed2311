// Parlor serves a lobby over SSH where people play hidden-code deduction games.
package main

import (
	"os"

	"parlor/internal/cli"
	"parlor/internal/games"
)

func main() { os.Exit(cli.Main(games.All())) }
