package main

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/bytedance/sonic"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	simdjson "github.com/minio/simdjson-go"
	segmentio "github.com/segmentio/encoding/json"

	"swarjson/bench/machine"
	"swarjson/bench/workload"
)

// peers returns the other decoders, each in every configuration that its users might
// choose for speed.
func peers() []workload.Contender {
	list := []workload.Contender{
		sonicPeer("sonic/std", sonic.ConfigStd),
		sonicPeer("sonic/default", sonic.ConfigDefault),
		sonicPeer("sonic/fastest", sonic.ConfigFastest),
		{
			Name:       "goccy",
			Version:    machine.Version("github.com/goccy/go-json"),
			Unmarshal:  func(data []byte, v any) error { return goccy.Unmarshal(data, v) },
			Valid:      goccy.Valid,
			NewDecoder: func(r io.Reader) workload.Decoder { return goccy.NewDecoder(r) },
			Tokens:     goccyTokens,
		},
		jsoniterPeer("jsoniter/compatible", jsoniter.ConfigCompatibleWithStandardLibrary),
		jsoniterPeer("jsoniter/fastest", jsoniter.ConfigFastest),
		{
			Name:       "segmentio",
			Version:    machine.Version("github.com/segmentio/encoding"),
			Unmarshal:  segmentio.Unmarshal,
			Valid:      segmentio.Valid,
			NewDecoder: func(r io.Reader) workload.Decoder { return segmentio.NewDecoder(r) },
		},
		{
			Name:       "json/v1-on-v2",
			Version:    machine.Version("github.com/go-json-experiment/json"),
			Unmarshal:  func(data []byte, v any) error { return jsonv1.Unmarshal(data, v) },
			Valid:      jsonv1.Valid,
			NewDecoder: func(r io.Reader) workload.Decoder { return jsonv1.NewDecoder(r) },
			Tokens:     v1Tokens,
		},
		{
			Name:       "json/v2",
			Version:    machine.Version("github.com/go-json-experiment/json"),
			Unmarshal:  func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
			Valid:      func(data []byte) bool { return jsontext.Value(data).IsValid() },
			NewDecoder: func(r io.Reader) workload.Decoder { return v2Decoder{jsontext.NewDecoder(r)} },
			Tokens:     v2Tokens,
		},
		{
			Name:    "json/v2/unconverted",
			Version: machine.Version("github.com/go-json-experiment/json"),
			Tokens:  v2UnconvertedTokens,
		},
	}
	if simdjson.SupportedCPU() {
		list = append(list, simdjsonPeer())
	}
	return list
}

// sonicPeer adds a configuration of sonic. On toolchains and machines that sonic has no
// machine code for it hands over to encoding/json, which its version then says.
func sonicPeer(name string, api sonic.API) workload.Contender {
	version := machine.Version("github.com/bytedance/sonic")
	if sonic.APIKind == sonic.UseStdJSON {
		version += " (encoding/json in disguise: not supported here)"
	}
	return workload.Contender{
		Name:       name,
		Version:    version,
		Unmarshal:  api.Unmarshal,
		Valid:      api.Valid,
		NewDecoder: func(r io.Reader) workload.Decoder { return api.NewDecoder(r) },
	}
}

func jsoniterPeer(name string, api jsoniter.API) workload.Contender {
	return workload.Contender{
		Name:       name,
		Version:    machine.Version("github.com/json-iterator/go"),
		Unmarshal:  api.Unmarshal,
		Valid:      api.Valid,
		NewDecoder: func(r io.Reader) workload.Decoder { return api.NewDecoder(r) },
	}
}

// v2Decoder reads a stream through the v2 API.
type v2Decoder struct{ dec *jsontext.Decoder }

func (d v2Decoder) Decode(v any) error { return jsonv2.UnmarshalDecode(d.dec, v) }

func goccyTokens(r io.Reader, keep func(any)) error {
	dec := goccy.NewDecoder(r)
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if keep != nil {
			keep(token)
		}
	}
}

// v1Tokens reads tokens by the v1 API, whose Delim is a type of its own.
func v1Tokens(r io.Reader, keep func(any)) error {
	dec := jsonv1.NewDecoder(r)
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if keep != nil {
			if delim, ok := token.(jsonv1.Delim); ok {
				token = json.Delim(delim)
			}
			keep(token)
		}
	}
}

// lastToken is where v2Tokens puts values, so that the compiler cannot do without them.
var lastToken struct {
	text   string
	number float64
}

// v2Tokens reads tokens by the v2 API and asks each for its value. Unlike encoding/json's Token it
// does not have to put that into an interface.
func v2Tokens(r io.Reader, keep func(any)) error {
	dec := jsontext.NewDecoder(r)
	for {
		token, err := dec.ReadToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch {
		case keep != nil:
			if err := keepV2(token, keep); err != nil {
				return err
			}
		case token.Kind() == '"':
			lastToken.text = token.String()
		case token.Kind() == '0':
			if lastToken.number, err = token.Float(); err != nil {
				return err
			}
		}
	}
}

// v2UnconvertedTokens is v2Tokens without the values: it finds tokens, copies no string and
// converts no number. (The check, which compares values, has them converted.)
func v2UnconvertedTokens(r io.Reader, keep func(any)) error {
	dec := jsontext.NewDecoder(r)
	for {
		token, err := dec.ReadToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if keep != nil {
			if err := keepV2(token, keep); err != nil {
				return err
			}
		}
	}
}

// keepV2 hands a token to keep as encoding/json's Token would return it.
func keepV2(token jsontext.Token, keep func(any)) error {
	switch kind := token.Kind(); kind {
	case 'n':
		keep(nil)
	case 't', 'f':
		keep(token.Bool())
	case '"':
		keep(token.String())
	case '0':
		f, err := token.Float()
		if err != nil {
			return err
		}
		keep(f)
	default:
		keep(json.Delim(kind))
	}
	return nil
}

// simdjsonPeer adds simdjson-go, which fills no Go types but its own tape. It stands for
// "is it JSON?", and for trees of any, where it makes integers of what is float64
// elsewhere and is marked as different for that.
func simdjsonPeer() workload.Contender {
	// As its documentation has it, one tape is used over and over. The programs run
	// one operation at a time.
	var tape *simdjson.ParsedJson
	return workload.Contender{
		Name:    "simdjson-go",
		Version: machine.Version("github.com/minio/simdjson-go"),
		Valid: func(data []byte) bool {
			parsed, err := simdjson.Parse(data, tape, simdjson.WithCopyStrings(false))
			if err == nil {
				tape = parsed
			}
			return err == nil
		},
		Any: func(data []byte) (any, error) {
			parsed, err := simdjson.Parse(data, tape)
			if err != nil {
				return nil, err
			}
			tape = parsed
			root := parsed.Iter()
			if root.Advance() != simdjson.TypeRoot {
				return nil, errNoRoot
			}
			_, value, err := root.Root(nil)
			if err != nil {
				return nil, err
			}
			return value.Interface()
		},
	}
}

var errNoRoot = errors.New("the tape has no root")
