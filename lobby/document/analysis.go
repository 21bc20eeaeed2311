package document

import "parlor/prose"

// Analysis returns the analysis of a match.
func Analysis(account prose.Account) (d Document) {
	d.Notes(account.Notes())
	if moments := account.Moments(); len(moments) > 0 {
		d.Line()
		d.Heading(prose.T("Key moments"))
		for _, sentences := range moments {
			d.Blocks = append(d.Blocks, Block{Kind: Paragraph, Texts: sentences, Indent: 2})
		}
	}
	if len(account.Analysis.Decisions) > 0 {
		d.Line()
		table := Table{Columns: []Column{{Gives: true}, {Number: true}, {Number: true}, {Number: true}, {Number: true}}}
		rows := account.Players()
		for i, head := range rows[0] {
			table.Columns[i].Head = head
		}
		for _, row := range rows[1:] {
			table.add(row...)
		}
		d.Table(table)
		d.Paragraph(account.Columns()...)
	}
	if curves, parts := account.Curves(); len(curves) > 0 {
		d.Line()
		d.Blocks = append(d.Blocks, Block{Kind: Curves, Curves: curves, Parts: parts})
	}
	return d
}
