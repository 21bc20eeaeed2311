package e2e

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"testing"
)

// forTests returns texts and errors that only tests use, with the reason.
func forTests() map[string]string {
	return map[string]string{
		"lobby/remote.Connect":             "nodes say which version they speak, as ConnectBy does",
		"engine/record/recordtest.Genuine": "it makes matches for tests",
		"lobby/remote.Serve":               "nodes say which version they speak, as ServeBy does",
		"prose.Labels":                     "the list of sentences has them from it",
		"prose.NewLanguages":               "the program has no catalogue yet",
		"prose.Pseudo":                     "the language that nobody speaks",
		"prose.Plain":                      "games that are made as docs/add-a-game.md shows are narrated by it",
	}
}

// TestNoSentenceIsUnused finds exported texts that are not used. The linter finds unexported ones.
func TestNoSentenceIsUnused(t *testing.T) {
	t.Parallel()
	_, files := sources(t)
	used, exceptions := map[string]bool{}, forTests()
	for name, file := range files {
		useIn(path.Dir(name), file, used)
	}
	seen := 0
	for name, file := range files {
		for _, offered := range textsOffered(file) {
			of := path.Dir(name) + "." + offered
			seen++
			if _, excepted := exceptions[of]; excepted == used[of] {
				t.Errorf("%s: used is %t, and among what only tests use %t", of, used[of], excepted)
			}
		}
	}
	if seen < 20 {
		t.Errorf("%d were found: the test sees too few", seen)
	}
}

// useIn records what a file uses, as folder and name.
func useIn(folder string, file *ast.File, used map[string]bool) {
	packages := map[string]string{} // by their names in the file
	for _, one := range file.Imports {
		full, err := strconv.Unquote(one.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(full)
		if one.Name != nil {
			name = one.Name.Name
		}
		if inside, is := cutModule(full); is {
			packages[name] = inside
		}
	}
	declared := map[*ast.Ident]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			declared[node.Name] = true
		case *ast.ValueSpec:
			for _, name := range node.Names {
				declared[name] = true
			}
		case *ast.SelectorExpr:
			if of, is := node.X.(*ast.Ident); is {
				used[packages[of.Name]+"."+node.Sel.Name] = true
				return false
			}
		case *ast.Ident:
			if !declared[node] {
				used[folder+"."+node.Name] = true
			}
		}
		return true
	})
}

// cutModule returns the folder of a package of this module.
func cutModule(imported string) (folder string, is bool) {
	const module = "parlor/"
	if len(imported) > len(module) && imported[:len(module)] == module {
		return imported[len(module):], true
	}
	return "", false
}

// textsOffered returns the names under which a file exports texts.
func textsOffered(file *ast.File) (names []string) {
	for _, declaration := range file.Decls {
		switch one := declaration.(type) {
		case *ast.FuncDecl:
			if one.Recv == nil && one.Name.IsExported() && one.Type.Results != nil && tells(one.Type.Results) {
				names = append(names, one.Name.Name)
			}
		case *ast.GenDecl:
			if one.Tok != token.VAR && one.Tok != token.CONST {
				continue
			}
			for _, spec := range one.Specs {
				if value, is := spec.(*ast.ValueSpec); is && tells(value) {
					for _, name := range value.Names {
						if name.IsExported() {
							names = append(names, name.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// tells reports whether a part of a declaration has or makes texts or errors.
func tells(part ast.Node) (found bool) {
	ast.Inspect(part, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			formats, _ := formatsAt(node)
			found = found || len(formats) > 0 || calledName(node) == "errors.New"
		case *ast.SelectorExpr:
			if of, is := node.X.(*ast.Ident); is && of.Name == "prose" {
				found = true
			}
		case *ast.Ident:
			found = found || node.Name == "error" || node.Name == "Text" || node.Name == "Voice" // in package prose
		}
		return !found
	})
	return found
}
