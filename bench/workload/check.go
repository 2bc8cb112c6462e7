package workload

import (
	"fmt"
	"runtime/debug"
)

// Check runs a case once with the reference and once with a contender, and compares the
// results: the values one by one and strictly (a nil slice is not an empty one), and
// whether there was an error. It returns nil if they are equal, ErrNoAPI if the contender
// cannot run the case, and otherwise an error that says where the difference is. A panic of
// the contender counts as a difference.
func Check(k Case, reference, contender Contender) error {
	op := k.Op(contender)
	if op == nil {
		return ErrNoAPI
	}
	want, wantErr := collect(k.Op(reference))
	got, gotErr := collect(op)
	if (wantErr == nil) != (gotErr == nil) {
		return fmt.Errorf("%s: %s: error is %v, %s has %v", k, contender.Name, gotErr, reference.Name, wantErr)
	}
	if wantErr != nil && wantErr.Error() != gotErr.Error() {
		return fmt.Errorf("%s: %s: error is %q, %s has %q", k, contender.Name, gotErr, reference.Name, wantErr)
	}
	if len(got) != len(want) {
		return fmt.Errorf("%s: %s: %d values, %s has %d", k, contender.Name, len(got), reference.Name, len(want))
	}
	for i := range want {
		if where := Difference(want[i], got[i]); where != "" {
			return fmt.Errorf("%s: %s: value %d of %d differs from that of %s: %s",
				k, contender.Name, i+1, len(want), reference.Name, where)
		}
	}
	return nil
}

// ErrNoAPI is returned by Check for a contender that has no API for the case.
var ErrNoAPI = fmt.Errorf("the decoder has no such API")

// collect runs an op and returns what it has decoded.
func collect(op Op) (values []any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	err = op(func(v any) {
		if s, ok := v.(tokenStream); ok {
			list, err := s.list()
			values = append(values, list, err)
			return
		}
		values = append(values, v)
	})
	return values, err
}
