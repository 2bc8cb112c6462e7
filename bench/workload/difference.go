package workload

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// Difference says where two values differ first, with the two parts that are not
// equal. It returns the empty string if they are equal, as reflect.DeepEqual sees it.
// Unlike a general diff, which looks for the smallest set of changes, it takes no longer
// than a walk over the values, however different they are.
func Difference(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	where := firstDifference(reflect.ValueOf(want), reflect.ValueOf(got), "")
	if where == "" {
		// Cycles, functions and NaN: decoded values have none of them.
		return fmt.Sprintf("%T: not deeply equal", want)
	}
	return where
}

// firstDifference walks two values in parallel.
func firstDifference(want, got reflect.Value, path string) string {
	differ := func(what string) string {
		if path == "" {
			path = "/"
		}
		return fmt.Sprintf("at %s: %swant %s, got %s", path, what, show(want), show(got))
	}
	if want.IsValid() != got.IsValid() {
		return differ("")
	}
	if !want.IsValid() {
		return ""
	}
	if want.Type() != got.Type() {
		return differ(fmt.Sprintf("types %v and %v: ", want.Type(), got.Type()))
	}
	switch want.Kind() {
	case reflect.Pointer, reflect.Interface:
		if want.IsNil() != got.IsNil() {
			return differ("")
		}
		if want.IsNil() {
			return ""
		}
		return firstDifference(want.Elem(), got.Elem(), path)
	case reflect.Struct:
		for i := range want.NumField() {
			if where := firstDifference(want.Field(i), got.Field(i), path+"/"+want.Type().Field(i).Name); where != "" {
				return where
			}
		}
		return ""
	case reflect.Slice, reflect.Array:
		if want.Kind() == reflect.Slice && want.IsNil() != got.IsNil() {
			return differ("nil or empty: ")
		}
		if want.Len() != got.Len() {
			return differ(fmt.Sprintf("lengths %d and %d: ", want.Len(), got.Len()))
		}
		for i := range want.Len() {
			if where := firstDifference(want.Index(i), got.Index(i), path+"/"+strconv.Itoa(i)); where != "" {
				return where
			}
		}
		return ""
	case reflect.Map:
		if want.IsNil() != got.IsNil() {
			return differ("nil or empty: ")
		}
		return firstMapDifference(want, got, path)
	case reflect.Float32, reflect.Float64:
		// As DeepEqual has it: -0 equals 0.
		if want.Float() != got.Float() {
			return differ("")
		}
		return ""
	default:
		if !want.Equal(got) {
			return differ("")
		}
		return ""
	}
}

// firstMapDifference compares two maps of the same type, in the order of their keys' text,
// so that the answer is the same each time.
func firstMapDifference(want, got reflect.Value, path string) string {
	keys := map[string]reflect.Value{}
	for _, m := range []reflect.Value{want, got} {
		for _, key := range m.MapKeys() {
			keys[fmt.Sprint(key)] = key
		}
	}
	names := make([]string, 0, len(keys))
	for name := range keys {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		key := keys[name]
		if where := firstDifference(want.MapIndex(key), got.MapIndex(key), path+"/"+name); where != "" {
			return where
		}
	}
	return ""
}

// show formats a part of a decoded value, shortened. Large parts are named by type only.
func show(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	switch v.Kind() {
	case reflect.Struct, reflect.Map, reflect.Slice, reflect.Array, reflect.Pointer, reflect.Interface:
		if v.Kind() != reflect.Struct && v.Kind() != reflect.Array && v.IsNil() {
			return "nil"
		}
		if v.Kind() == reflect.Interface {
			return show(v.Elem())
		}
		return "a " + v.Type().String()
	case reflect.String:
		text := []rune(v.String())
		if len(text) > 60 {
			return strconv.Quote(string(text[:60])) + "…"
		}
		return strconv.Quote(string(text))
	}
	return fmt.Sprint(v)
}
