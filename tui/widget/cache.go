package widget

// Cache keeps parts of a frame by their places, each with all that it was drawn from:
// most of a frame is the same as the one before, and is not drawn again. There are no
// more places than a frame has. Without any, nothing is kept.
type Cache[Of Source[Of], Drawn any] []cached[Of, Drawn]

// Source is what a part is drawn from.
type Source[Of any] interface {
	// Same reports whether the same is drawn from both.
	Same(Of) bool
}

// cached is what was drawn from something.
type cached[Of Source[Of], Drawn any] struct {
	of    Of
	drawn Drawn
	known bool
}

// At returns what stands at a place when it is drawn from something.
func (c Cache[Of, Drawn]) At(place int, of Of, draw func() Drawn) Drawn {
	if place >= len(c) {
		return draw()
	}
	part := &c[place]
	if !part.known || !part.of.Same(of) {
		part.of, part.drawn, part.known = of, draw(), true
	}
	return part.drawn
}

// CachedText is a source: what stands at a place, before it is cut and styled.
type CachedText string

// Same implements Source.
func (t CachedText) Same(other CachedText) bool { return t == other }
