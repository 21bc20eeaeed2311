package local

import "time"

// due is a room that a clock brings back.
type due struct {
	at    time.Time
	place *place
}

// dues are what clocks bring back, the earliest first, as package heap has it.
type dues []due

func (d dues) Len() int           { return len(d) }
func (d dues) Less(i, j int) bool { return d[i].at.Before(d[j].at) }
func (d dues) Swap(i, j int)      { d[i], d[j] = d[j], d[i] }

// Push implements heap.Interface.
func (d *dues) Push(one any) { *d = append(*d, one.(due)) } //nolint:forcetypeassert // nothing else is pushed

// Pop implements heap.Interface.
func (d *dues) Pop() any {
	last := len(*d) - 1
	one := (*d)[last]
	(*d)[last] = due{}
	*d = (*d)[:last]
	return one
}
