package main

// subject is a module whose tests are run.
type subject struct {
	path, version string
	kind          string // what it is, for the table
	// packages are the patterns to test; nil means "./...".
	packages []string
	// skip is a pattern of tests that are not run, before or after: such as need a
	// network, or wait for real time. why says which.
	skip, why string
}

// subjects is the list. Everything here is pinned: the same run on another day
// takes the same bytes, by the sums in Go's checksum database.
var subjects = []subject{
	{path: "github.com/golang-jwt/jwt/v5", version: "v5.3.1", kind: "JWT"},
	{path: "github.com/nats-io/jwt/v2", version: "v2.8.3", kind: "JWT"},
	{path: "github.com/santhosh-tekuri/jsonschema/v6", version: "v6.0.3", kind: "JSON Schema"},
	{path: "github.com/invopop/jsonschema", version: "v0.14.0", kind: "JSON Schema"},
	{path: "github.com/sashabaranov/go-openai", version: "v1.43.0", kind: "API client"},
	{path: "github.com/sirupsen/logrus", version: "v1.10.2", kind: "logging"},
	{path: "github.com/go-resty/resty/v2", version: "v2.17.2", kind: "HTTP client", skip: "Retry|Timeout", why: "they measure time"},
	{path: "github.com/rs/zerolog", version: "v1.35.1", kind: "logging"},
	{path: "github.com/google/go-github/v66", version: "v66.0.0", kind: "API client", packages: []string{"./github/..."}},
	{path: "github.com/slack-go/slack", version: "v0.36.0", kind: "API client"},
	{path: "github.com/paulmach/orb", version: "v0.14.0", kind: "GeoJSON", packages: []string{"./geojson/...", "./maptile/...", "."}},
	{path: "github.com/spf13/viper", version: "v1.21.0", kind: "configuration"},
	{path: "github.com/go-openapi/spec", version: "v1.0.1", kind: "OpenAPI"},
	{path: "github.com/swaggest/jsonschema-go", version: "v0.3.74", kind: "JSON Schema"},
	{path: "github.com/zclconf/go-cty", version: "v1.20.0", kind: "values and schemas", packages: []string{"./cty/json/...", "./cty/function/stdlib/..."}, skip: "TestSetproduct", why: "names in random order"},
	{path: "github.com/labstack/echo/v4", version: "v4.16.5", kind: "web framework"},
	{path: "github.com/gin-gonic/gin", version: "v1.12.0", kind: "web framework"},
	{path: "github.com/getkin/kin-openapi", version: "v0.153.0", kind: "OpenAPI"},
	{path: "github.com/danielgtaylor/huma/v2", version: "v2.37.2", kind: "web framework", packages: []string{".", "./adapters/...", "./autopatch/...", "./casing/...", "./conditional/...", "./queryparam/...", "./sse/...", "./validation/..."}},
}
