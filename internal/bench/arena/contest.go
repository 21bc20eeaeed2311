package arena

import "context"

// Until says when a contest has been played long enough.
type Until struct {
	Deals int     // at most
	Wrong float64 // as soon as a Test with this chance of an error has found something; 0 plays all deals
}

// Progress is how far a contest has come. It can be written down as JSON and gone on
// with later: what comes of that is what would have come of it at once. The zero value
// is that of a contest which has not begun.
type Progress struct {
	Score Score `json:"score"`
	Test  Test  `json:"test"`
}

// Enough reports whether a contest that has come so far needs no more deals.
func (p Progress) Enough(until Until) bool {
	return p.Score.Deals >= until.Deals || until.Wrong > 0 && p.Test.Verdict() != Undecided
}

// Play plays a contest from the beginning.
func (c Contest) Play(ctx context.Context, until Until) (Progress, error) {
	return c.GoOn(ctx, Progress{}, until)
}

// GoOn plays on from where a contest has come, unless that is enough, and returns how
// far it has come then, also where something failed. Where it ended because a Test had
// found something, the shares are a little too far from the fair one: the verdict
// holds as it says, the margins do not. All parts of a contest are to be played with
// the same Wrong.
func (c Contest) GoOn(ctx context.Context, p Progress, until Until) (Progress, error) {
	if p.Enough(until) {
		return p, nil
	}
	p.Test.Fair, p.Test.Wrong = c.Fair(), until.Wrong
	for outcome, err := range c.Deals(ctx, p.Score.Deals) {
		if err != nil {
			return p, err
		}
		p.Score.Add(outcome)
		if until.Wrong > 0 {
			p.Test.Add(outcome.Matches)
		}
		if p.Enough(until) {
			break
		}
	}
	return p, nil
}
