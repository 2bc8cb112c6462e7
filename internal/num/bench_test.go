package num

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"swarjson/internal/mem"
)

// numbers is a list of numbers as it lies in a document, and where each begins.
type numbers struct {
	text []byte
	pos  []uint32
	size int // bytes of the numbers alone
}

func (l *numbers) add(s []byte) {
	l.pos = append(l.pos, uint32(len(l.text)))
	l.size += len(s)
	l.text = append(append(l.text, s...), ',')
}

// workloads are named lists of numbers. Corpora that lie beside the project join them.
func workloads() (names []string, lists map[string]*numbers) {
	rng := rand.New(rand.NewPCG(7, 7))
	lists = map[string]*numbers{}
	make_ := func(name string, n int, next func() []byte) {
		l := new(numbers)
		for range n {
			l.add(next())
		}
		names = append(names, name)
		lists[name] = l
	}
	const n = 20000
	make_("int1-3", n, func() []byte { return strconv.AppendInt(nil, rng.Int64N(1000)>>rng.IntN(8), 10) })
	make_("int1-10", n, func() []byte { return strconv.AppendInt(nil, rng.Int64N(1e10)>>rng.IntN(32), 10) })
	make_("int5", n, func() []byte { return strconv.AppendInt(nil, 10000+rng.Int64N(90000), 10) })
	make_("int10", n, func() []byte { return strconv.AppendInt(nil, 1e9+rng.Int64N(9e9), 10) })
	make_("int13", n, func() []byte { return strconv.AppendInt(nil, 1.7e12+rng.Int64N(1e11), 10) })
	make_("int18", n, func() []byte { return strconv.AppendInt(nil, 5e17+rng.Int64N(1e16), 10) })
	make_("coord15", n, func() []byte {
		// A six-digit decimal that went through arithmetic, printed with 15 digits: -65.613616999999977
		v := float64(rng.Int64N(180e6)-90e6) / 1e6
		return strconv.AppendFloat(nil, v*(1+2e-16), 'f', 15, 64)
	})
	make_("coord6", n, func() []byte { return strconv.AppendFloat(nil, float64(rng.Int64N(360e6)-180e6)/1e6, 'f', -1, 64) })
	make_("price", n, func() []byte { return strconv.AppendFloat(nil, float64(rng.Int64N(100000))/100, 'f', -1, 64) })
	make_("unit", n, func() []byte { return strconv.AppendFloat(nil, rng.Float64(), 'g', -1, 64) })
	make_("exp", n, func() []byte { return strconv.AppendFloat(nil, rng.ExpFloat64()*1e-5, 'e', rng.IntN(16), 64) })
	make_("digits25", n, func() []byte { return strconv.AppendFloat(nil, rng.Float64()*100, 'f', 24, 64) })

	token := regexp.MustCompile(`[-0-9][-+.eE0-9]*`)
	stringsOut := regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	for _, name := range []string{"canada", "golang_source", "citm_catalog", "twitter"} {
		doc, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "corpora", name+".json"))
		if err != nil {
			continue
		}
		l := new(numbers)
		for _, s := range token.FindAll(stringsOut.ReplaceAll(doc, nil), -1) {
			l.add(s)
		}
		names = append(names, name)
		lists[name] = l
	}
	for _, l := range lists {
		l.text = append(l.text, make([]byte, 8)...)
	}
	return names, lists
}

var (
	sinkFloat float64
	sinkInt   int64
)

func BenchmarkNumbers(b *testing.B) {
	names, lists := workloads()
	for _, name := range names {
		l := lists[name]
		base := mem.Of(l.text)
		end := func(i int) int {
			if i+1 < len(l.pos) {
				return int(l.pos[i+1]) - 1
			}
			return len(l.text) - 9
		}
		integers := true
		for i, pos := range l.pos {
			_, n, ok := Int64(base.Add(int(pos)))
			integers = integers && ok
			if n != end(i)-int(pos) {
				b.Fatalf("number %d of %s has length %d", i, name, n)
			}
		}
		run := func(what, how string, f func()) {
			b.Run("data="+name+"/type="+what+"/by="+how, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(l.size))
				for range b.N {
					f()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(l.pos)), "ns/number")
			})
		}
		run("float64", "num", func() {
			var sum float64
			for i, pos := range l.pos {
				v, _, _ := Float64(base.Add(int(pos)), end(i)-int(pos))
				sum += v
			}
			sinkFloat = sum
		})
		run("float64", "strconv", func() {
			var sum float64
			for i, pos := range l.pos {
				v, _ := strconv.ParseFloat(base.Add(int(pos)).String(end(i)-int(pos)), 64)
				sum += v
			}
			sinkFloat = sum
		})
		run("scan", "num", func() {
			sum := 0
			for _, pos := range l.pos {
				sum += Scan(base.Add(int(pos)))
			}
			sinkInt = int64(sum)
		})
		if !integers {
			continue
		}
		run("int64", "num", func() {
			var sum int64
			for _, pos := range l.pos {
				v, _, _ := Int64(base.Add(int(pos)))
				sum += v
			}
			sinkInt = sum
		})
		run("int64", "strconv", func() {
			var sum int64
			for i, pos := range l.pos {
				v, _ := strconv.ParseInt(base.Add(int(pos)).String(end(i)-int(pos)), 10, 64)
				sum += v
			}
			sinkInt = sum
		})
	}
}
