// Package fuzz holds the tests that look at swarjson/decoder from outside and
// compare it with encoding/json: tables of hand-written cases, random cases by
// the million, go test -fuzz targets, whole small domains, and other people's
// test suites. What it means to be the same is package difftest's business.
//
// Environment variables:
//
//	SWARJSON_CASES      number of random cases of TestRandomCases (default 40,000)
//	SWARJSON_SEED       first seed of them (default 1)
//	SWARJSON_DECODES    number of calls of TestSmallDecodes (default 200,000)
//	SWARJSON_TESTSUITE  directory of JSONTestSuite, the one that holds test_parsing
//	SWARJSON_FUZZCORPUS directory of JSON files of dvyukov/go-fuzz-corpus
//
// The last two default to ../shared/JSONTestSuite and
// ../shared/go-fuzz-corpus/json/corpus beside the module's root. Where they are
// absent the tests say so and skip.
package fuzz
