package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// A LineSet is a document of newline-delimited JSON: one record a line.
type LineSet struct {
	// Name is the short name by which the programs' flags and tables know it.
	Name string
	// About says in one line what is in it.
	About string
	// Records is the number of lines.
	Records int
	// Size is the document's length in bytes.
	Size int
	// SHA256 is the expected sum of the document, in hexadecimal.
	SHA256 string
	// New returns a pointer to a new zero value of a record's type.
	New func() any

	source func() ([]byte, error)
}

// LineSets returns the newline-delimited documents.
func LineSets() []LineSet {
	return []LineSet{
		{
			Name:    "log_lines",
			About:   "a web server's log, generated",
			Records: logRecords,
			Size:    1527663,
			SHA256:  "766a65779e7a5f00ef7ad68ea54f65c1539a48d6230bda0119c214855114edd2",
			New:     Of[LogRecord](),
			source:  generated(logLines),
		},
		{
			Name:    "tweet_lines",
			About:   "the tweets of the twitter document, compact, one a line",
			Records: 100,
			Size:    466564,
			SHA256:  "8f38c8102905604cd8e71c759ec857032a742342ac170d28d44fb68cce180ec2",
			New:     Of[TwitterStatus](),
			source:  tweetLines,
		},
	}
}

// Load returns the document. It fails as Corpus.Load does.
func (l LineSet) Load() ([]byte, error) {
	data, err := l.source()
	if err != nil {
		return nil, fmt.Errorf("lines %s: %w", l.Name, err)
	}
	if err := verify(data, l.Size, l.SHA256); err != nil {
		return nil, fmt.Errorf("lines %s: %w", l.Name, err)
	}
	return data, nil
}

// LogRecord is a record of log_lines.
type LogRecord struct {
	Time     string            `json:"time"`
	Level    string            `json:"level"`
	Message  string            `json:"msg"`
	Method   string            `json:"method"`
	Path     string            `json:"path"`
	Status   int               `json:"status"`
	Bytes    int64             `json:"bytes"`
	Seconds  float64           `json:"seconds"`
	Cached   bool              `json:"cached"`
	User     *int64            `json:"user"`
	Remote   string            `json:"remote"`
	Headers  map[string]string `json:"headers"`
	Upstream []string          `json:"upstream"`
}

// logRecords is the number of lines of log_lines.
const logRecords = 5000

// logLines writes a server's log.
func logLines() []byte {
	var (
		g       lcg = 7
		out     []byte
		levels  = []string{"info", "info", "info", "info", "warn", "error"}
		methods = []string{"GET", "GET", "GET", "POST", "PUT", "DELETE"}
		paths   = []string{"/", "/api/v1/orders", "/api/v1/orders/items", "/static/app.js", "/login", "/search?q=caf\u00e9"}
		codes   = []int{200, 200, 200, 201, 204, 301, 304, 404, 500}
		agents  = []string{`curl/8.5.0`, `Mozilla/5.0 (X11; Linux x86_64)`, `\"quoted\" agent\t1.0`}
	)
	for i := range logRecords {
		out = fmt.Appendf(out, `{"time":"2026-11-%02dT%02d:%02d:%02d.%03dZ","level":"%s","msg":"request served",`,
			1+i/200, g.next(24), g.next(60), g.next(60), g.next(1000), g.pick(levels))
		out = fmt.Appendf(out, `"method":"%s","path":"%s","status":%d,"bytes":%d,"seconds":0.%06d,"cached":%t,"user":`,
			g.pick(methods), g.pick(paths), codes[g.next(len(codes))], g.next(1<<20), 1+g.next(999999), g.next(3) == 0)
		if g.next(4) == 0 {
			out = append(out, "null"...)
		} else {
			out = strconv.AppendInt(out, int64(100000+g.next(900000)), 10)
		}
		out = fmt.Appendf(out, `,"remote":"10.%d.%d.%d","headers":{"User-Agent":"%s","Accept":"*/*"},"upstream":[`,
			g.next(256), g.next(256), g.next(256), g.pick(agents))
		for k, n := 0, g.next(3); k < n; k++ {
			if k > 0 {
				out = append(out, ',')
			}
			out = fmt.Appendf(out, `"backend-%d:8080"`, g.next(16))
		}
		out = append(out, "]}\n"...)
	}
	return out
}

// tweetLines takes the twitter document apart. It works on the bytes, so that the
// records are what the document holds and not what a type keeps of it.
func tweetLines() ([]byte, error) {
	picked, err := Select("twitter")
	if err != nil {
		return nil, err
	}
	data, err := picked[0].Load()
	if err != nil {
		return nil, err
	}
	var doc struct{ Statuses []json.RawMessage }
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, status := range doc.Statuses {
		if err := json.Compact(&out, status); err != nil {
			return nil, err
		}
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}
