package arena

import "context"

// Until is the condition for ending a contest.
type Until struct {
	Deals int     // at most
	Wrong float64 // end once a Test with this error probability is decided; 0 plays all deals
}

// Progress is the state of a contest. It can be stored as JSON and continued later with the same
// result as without the interruption. The zero value is the state of a contest that has not begun.
type Progress struct {
	Score Score `json:"score"`
	Test  Test  `json:"test"`
}

// Enough reports whether a contest in this state needs no more deals.
func (p Progress) Enough(until Until) bool {
	return p.Score.Deals >= until.Deals || until.Wrong > 0 && p.Test.Verdict() != Undecided
}

// Play plays a contest from the beginning.
func (c Contest) Play(ctx context.Context, until Until) (Progress, error) {
	return c.GoOn(ctx, Progress{}, until)
}

// GoOn continues a contest from the state p until it needs no more deals, and returns the new
// state, also on an error. If a Test ended the contest, its shares are biased a little away from
// the fair one: the verdict remains valid, but the margins do not. All parts of a contest must be
// played with the same Wrong.
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
