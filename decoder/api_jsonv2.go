//go:build go1.27 && goexperiment.jsonv2

package decoder

import "encoding/json"

// Where encoding/json runs on its v2 engine it also has these options, which
// encoding/json/v2's functions take. They are handed on, so that programs which
// name them through this package's import compile. They do not change what this
// package does.
//
// json.Options itself is not here: Options is this package's own type.

// DefaultOptionsV1 is encoding/json's set of options of that name.
func DefaultOptionsV1() json.Options { return json.DefaultOptionsV1() }

// CallMethodsWithLegacySemantics is encoding/json's option of that name.
func CallMethodsWithLegacySemantics(v bool) json.Options {
	return json.CallMethodsWithLegacySemantics(v)
}

// FormatByteArrayAsArray is encoding/json's option of that name.
func FormatByteArrayAsArray(v bool) json.Options {
	return json.FormatByteArrayAsArray(v)
}

// FormatBytesWithLegacySemantics is encoding/json's option of that name.
func FormatBytesWithLegacySemantics(v bool) json.Options {
	return json.FormatBytesWithLegacySemantics(v)
}

// FormatDurationAsNano is encoding/json's option of that name.
func FormatDurationAsNano(v bool) json.Options {
	return json.FormatDurationAsNano(v)
}

// MatchCaseSensitiveDelimiter is encoding/json's option of that name.
func MatchCaseSensitiveDelimiter(v bool) json.Options {
	return json.MatchCaseSensitiveDelimiter(v)
}

// MergeWithLegacySemantics is encoding/json's option of that name.
func MergeWithLegacySemantics(v bool) json.Options {
	return json.MergeWithLegacySemantics(v)
}

// OmitEmptyWithLegacySemantics is encoding/json's option of that name.
func OmitEmptyWithLegacySemantics(v bool) json.Options {
	return json.OmitEmptyWithLegacySemantics(v)
}

// ParseBytesWithLooseRFC4648 is encoding/json's option of that name.
func ParseBytesWithLooseRFC4648(v bool) json.Options {
	return json.ParseBytesWithLooseRFC4648(v)
}

// ParseTimeWithLooseRFC3339 is encoding/json's option of that name.
func ParseTimeWithLooseRFC3339(v bool) json.Options {
	return json.ParseTimeWithLooseRFC3339(v)
}

// ReportErrorsWithLegacySemantics is encoding/json's option of that name.
func ReportErrorsWithLegacySemantics(v bool) json.Options {
	return json.ReportErrorsWithLegacySemantics(v)
}

// StringifyWithLegacySemantics is encoding/json's option of that name.
func StringifyWithLegacySemantics(v bool) json.Options {
	return json.StringifyWithLegacySemantics(v)
}

// UnmarshalArrayFromAnyLength is encoding/json's option of that name.
func UnmarshalArrayFromAnyLength(v bool) json.Options {
	return json.UnmarshalArrayFromAnyLength(v)
}
