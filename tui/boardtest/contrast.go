package boardtest

import (
	"image/color"
	"math"
	"slices"
)

// Contrast returns the contrast of two colours as defined by WCAG 2: 4.5 is sufficient for text, 7
// is good.
func Contrast(a, b color.Color) float64 {
	shades := []float64{luminance(a), luminance(b)}
	return (slices.Max(shades) + 0.05) / (slices.Min(shades) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	line := func(part uint32) float64 {
		share := float64(part) / 0xffff
		if share <= 0.04045 {
			return share / 12.92
		}
		return math.Pow((share+0.055)/1.055, 2.4)
	}
	return 0.2126*line(r) + 0.7152*line(g) + 0.0722*line(b)
}
