package decoder_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"swarjson/decoder"
)

// A comma is missing in a config file. The error is found where the next member begins; the
// excerpt shows the line before it too.
func ExampleLocate_config() {
	config := []byte(`{
  "name": "gateway",
  "listen": {
    "host": "localhost"
    "port": 8080
  }
}
`)
	var c struct {
		Name   string
		Listen struct {
			Host string
			Port int
		}
	}
	if err := decoder.Unmarshal(config, &c); err != nil {
		if pos, ok := decoder.Locate(config, err); ok {
			fmt.Printf("config.json:%s\n%s", pos, pos.Excerpt())
		} else {
			fmt.Println("config.json:", err)
		}
	}
	// Output:
	// config.json:5:5: invalid character '"' after object key:value pair
	//     "host": "localhost"
	//     "port": 8080
	//     ^
}

// An API answers with a string where a number was expected, deep inside of a long line.
func ExampleLocate_response() {
	response := []byte(`{"page":1,"items":[{"id":17,"title":"日本語の本","price":1200},{"id":18,"title":"Le Père Goriot","price":"11.50 €"},{"id":19,"title":"Emma","price":9}]}`)

	type book struct {
		ID    int
		Title string
		Price float64
	}
	_, err := decoder.Parse[struct{ Items []book }](response)
	if pos, ok := decoder.Locate(response, err); ok {
		fmt.Println("at:", pos.Pointer())
		fmt.Print(pos.Excerpt())
	}
	// Output:
	// at: /items/1/price
	// ...18,"title":"Le Père Goriot","price":"11.50 €"},{"id":19,"title":"Emma","...
	//                                        ^
}

// The kind of an error, and where it is, without its text.
func ExampleLocate_fields() {
	data := []byte("[1,\n 2,\n\t\"drei\"]")
	_, err := decoder.Parse[[]int](data)
	err = fmt.Errorf("reading counters: %w", err)

	pos, ok := decoder.Locate(data, err)
	fmt.Println(ok, pos.Line, pos.Column, pos.CharColumn, pos.Offset)

	var typeError *decoder.UnmarshalTypeError
	fmt.Println(errors.As(pos.Err, &typeError), typeError.Value)
	// Output:
	// true 3 2 2 9
	// true string
}

// A file that breaks off.
func ExampleLocate_short() {
	data := "{\n  \"items\": [\n    1,\n    2"
	var v any
	err := decoder.NewDecoder(strings.NewReader(data)).Decode(&v)
	fmt.Println(err == io.ErrUnexpectedEOF)

	if pos, ok := decoder.Locate([]byte(data), err); ok {
		fmt.Println(pos)
		fmt.Print(pos.Excerpt())
	}
	// Output:
	// true
	// 4:6: unexpected EOF
	//     2
	//      ^
}

// All values of the wrong type at once.
func ExampleLocateAll() {
	data := []byte("{\n  \"a\": 1,\n  \"b\": true,\n  \"c\": [2, null, \"3\"]\n}")
	var v struct {
		A, B int
		C    []int
	}
	err := decoder.Options{MaxTypeErrors: 10}.Unmarshal(data, &v)
	for _, pos := range decoder.LocateAll(data, err) {
		fmt.Println(pos.Pointer(), "in line", pos.Line)
	}
	fmt.Println(v)
	// Output:
	// /b in line 3
	// /c/2 in line 4
	// {1 0 [2 0 0]}
}
