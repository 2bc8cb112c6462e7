package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"swarjson/bench/measure"
	"swarjson/bench/workload"
)

// Charts must be readable on a white page and on a dark one, so the background is left
// transparent, and all colours have a middling brightness.
var (
	ink    = color.RGBA{0x80, 0x86, 0x8e, 0xff}  // text, axes
	faint  = color.NRGBA{0x80, 0x86, 0x8e, 0x48} // grid
	colors = map[string]color.Color{
		ours:          color.RGBA{0xe0, 0x52, 0x20, 0xff},
		"sonic":       color.RGBA{0x3d, 0x85, 0xc6, 0xff},
		"goccy":       color.RGBA{0x47, 0xa0, 0x5c, 0xff},
		"jsoniter":    color.RGBA{0x98, 0x68, 0xc4, 0xff},
		"segmentio":   color.RGBA{0xc4, 0x9a, 0x1a, 0xff},
		"json/v2":     color.RGBA{0x35, 0xa5, 0xa8, 0xff},
		"simdjson-go": color.RGBA{0xc0, 0x60, 0x80, 0xff},
		reference:     color.RGBA{0x8c, 0x90, 0x98, 0xff},
	}
)

// A bar group's data: the throughput of each family on each document, 0 for none.
type series struct {
	family string
	values plotter.Values
}

// best returns, for each family of contenders, the best sound throughput of its
// configurations on each document. Ours comes first, encoding/json last.
func (g grid) best() []series {
	var list []series
	for _, name := range g.rows {
		if name == aliasing {
			continue // the charts show what everyone gets
		}
		f := family(name)
		i := slices.IndexFunc(list, func(s series) bool { return s.family == f })
		if i < 0 {
			i = len(list)
			list = append(list, series{f, make(plotter.Values, len(g.documents))})
		}
		for d, document := range g.documents {
			if r := g.at(name, document); r.Sound() {
				list[i].values[d] = max(list[i].values[d], r.MBPerSecond())
			}
		}
	}
	list = slices.DeleteFunc(list, func(s series) bool { return slices.Max(s.values) == 0 })
	sortSeries(list)
	return list
}

// sortSeries puts us first and encoding/json last, and keeps the others' order.
func sortSeries(list []series) {
	rank := map[string]int{ours: -1, reference: 1}
	slices.SortStableFunc(list, func(a, b series) int { return rank[a.family] - rank[b.family] })
}

// drawCharts returns an SVG chart for each workload, and one called summary.
func drawCharts(rec Record) (map[string][]byte, error) {
	charts := map[string][]byte{}
	all := grids(rec)
	for _, g := range all {
		if len(g.rows) == 0 {
			continue
		}
		svg, err := drawBars(g.workload+": "+workload.About(g.workload), "MB/s of processor time", g.documents, g.best())
		if err != nil {
			return nil, err
		}
		charts[g.workload] = svg
	}
	if names, list := summary(all); len(list) > 0 {
		svg, err := drawBars("Throughput, geometric mean over all documents, encoding/json = 1", "times encoding/json", names, list)
		if err != nil {
			return nil, err
		}
		charts["summary"] = svg
	}
	return charts, nil
}

// summary returns, for each workload, the geometric mean over the documents of each
// family's throughput, relative to encoding/json. A family that lacks a document, or gets
// it wrong, has no bar.
func summary(all []grid) (names []string, list []series) {
	for w, g := range all {
		names = append(names, g.workload)
		best := g.best()
		std := slices.IndexFunc(best, func(s series) bool { return s.family == reference })
		if std < 0 {
			continue
		}
		for _, s := range best {
			var ratios []float64
			for d, v := range s.values {
				ratios = append(ratios, v/best[std].values[d])
			}
			if slices.Min(ratios) <= 0 {
				continue
			}
			i := slices.IndexFunc(list, func(l series) bool { return l.family == s.family })
			if i < 0 {
				i = len(list)
				list = append(list, series{s.family, make(plotter.Values, len(all))})
			}
			list[i].values[w] = measure.GeoMean(ratios)
		}
	}
	sortSeries(list)
	return names, list
}

// drawBars draws groups of bars: a group for each name, a bar for each series.
func drawBars(title, unit string, names []string, list []series) ([]byte, error) {
	// In points.
	const (
		barWidth    = 9.0
		gap         = 1.8 * barWidth // between groups
		height      = 300.0
		margin      = 8.0
		legendWidth = 110.0
		axisWidth   = 50.0
	)
	// Wide enough for the longest name, too.
	group := max(barWidth*float64(len(list))+gap, 84)
	width := vg.Points(max(420, group*float64(len(names))+axisWidth+legendWidth+2*margin))

	p := plot.New()
	p.BackgroundColor = nil // transparent
	p.Title.Text = title
	p.Title.Padding = vg.Points(8)
	p.Title.TextStyle.Color = ink
	p.Title.TextStyle.Font.Variant = "Sans"
	p.Y.Label.Text = unit
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	legend.ThumbnailWidth = vg.Points(12)
	legend.Padding = vg.Points(3)
	legend.TextStyle.Color = ink
	legend.TextStyle.Font.Size = vg.Points(10)
	legend.TextStyle.Font.Variant = "Sans"
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.LineStyle.Color = ink
		axis.Tick.LineStyle.Color = ink
		axis.Tick.Label.Color = ink
		axis.Tick.Label.Font.Variant = "Sans"
		axis.Label.TextStyle.Color = ink
		axis.Label.TextStyle.Font.Variant = "Sans"
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color = nil
	grid.Horizontal.Color = faint
	p.Add(grid)

	for i, s := range list {
		bars, err := plotter.NewBarChart(s.values, vg.Points(barWidth))
		if err != nil {
			return nil, err
		}
		c, ok := colors[s.family]
		if !ok {
			c = ink
		}
		bars.Color = c
		bars.LineStyle.Width = 0
		bars.Offset = vg.Points(barWidth * (float64(i) - float64(len(list)-1)/2))
		p.Add(bars)
		legend.Add(" "+s.family, bars)
	}
	p.NominalX(names...)
	p.X.LineStyle.Width = 0
	p.Y.Min = 0
	p.Y.Max, p.Y.Tick.Marker = scale(p.Y.Max)

	canvas := vgsvg.New(width, vg.Points(height))
	whole := draw.Crop(draw.New(canvas), vg.Points(margin), -vg.Points(margin), vg.Points(margin), -vg.Points(margin))
	p.Draw(draw.Crop(whole, 0, -vg.Points(legendWidth), 0, 0))
	// Beside the bars, where it can hide none. The first entry is level with the axis's end.
	legend.Draw(draw.Crop(whole, width-vg.Points(legendWidth+margin), 0, 0, -vg.Points(24)))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("chart %q: %w", title, err)
	}
	// The font that the text was laid out with is rarely installed where the chart is
	// looked at; these are of the same width.
	return bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")), nil
}

// scale returns the end of an axis that starts at 0 and holds highest, and its ticks: three
// to eight steps of 1, 2 or 5 times a power of ten.
func scale(highest float64) (end float64, ticks plot.ConstantTicks) {
	step := math.Pow(10, math.Floor(math.Log10(highest)))
	for _, divisor := range []float64{5, 2, 1} {
		if highest/(step/divisor) <= 8 {
			step /= divisor
			break
		}
	}
	n := int(math.Ceil(highest / step))
	for i := range n + 1 {
		value := step * float64(i)
		// Steps below 1 need digits behind the point.
		label := strconv.FormatFloat(value, 'f', max(0, int(-math.Floor(math.Log10(step)))), 64)
		ticks = append(ticks, plot.Tick{Value: value, Label: label})
	}
	return step * float64(n), ticks
}
