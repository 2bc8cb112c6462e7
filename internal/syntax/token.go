package syntax

import (
	"bytes"
	"encoding/json"
)

// A Decoder's Token walks the grammar token by token and has words of its own for
// what it does not expect. They come from encoding/json as all others do, by way
// of a Decoder over a short document.

// TokenError returns the error that Token of encoding/json's Decoder has for the
// byte c, which cannot begin or be the token that state st (Top … AfterMember)
// waits for. offset is the decoder's InputOffset at c.
func TokenError(st State, c byte, offset int64) error {
	doc := append([]byte(lead[st]), c)
	dec := json.NewDecoder(bytes.NewReader(doc))
	var err error
	for range doc { // more often than there are tokens
		if _, err = dec.Token(); err != nil {
			break
		}
	}
	return moved(err, doc, offset)
}

// ValueError returns the error that Decode of encoding/json's Decoder has in the
// middle of a token stream in state st: for AfterElem and Colon if the byte c is
// not the separator that is due there, for FirstKey, Key and AfterMember whatever
// comes. offset is the decoder's InputOffset: for AfterElem and Colon at c.
func ValueError(st State, c byte, offset int64) error {
	tokens := 2 // those of lead[AfterElem] and lead[Colon]
	if st != AfterElem && st != Colon {
		st, c, tokens = FirstKey, '0', 1
	}
	doc := append([]byte(lead[st]), c)
	dec := json.NewDecoder(bytes.NewReader(doc))
	for range tokens {
		dec.Token()
	}
	var v any
	return moved(dec.Decode(&v), doc, offset)
}

// moved returns the error for doc's last byte with its offset moved to offset.
func moved(err error, doc []byte, offset int64) error {
	e, ok := err.(*json.SyntaxError)
	if !ok {
		// An encoding/json that has no error there (or not one of this type): what
		// it says of doc as a whole.
		r := reject(doc)
		e = &r
		e.Offset--
	}
	e.Offset += offset - int64(len(doc)-1)
	return e
}
