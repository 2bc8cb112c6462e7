package corpus

// Small documents are the commonest: an API's answer, an event, a cache entry.
// What counts there is the fixed cost of a call.

// A Small is a small document with its type.
type Small struct {
	// Name says how many bytes the document has.
	Name string
	// Data is the document. It must not be modified.
	Data []byte
	// New returns a pointer to a new zero value of the document's type.
	New func() any
}

// Order is the type of the document Doc357: a record as an API returns it.
type Order struct {
	ID        int64    `json:"id"`
	Reference string   `json:"reference"`
	Status    string   `json:"status"`
	Paid      bool     `json:"paid"`
	Total     float64  `json:"total"`
	Currency  string   `json:"currency"`
	CreatedAt string   `json:"created_at"`
	Customer  Customer `json:"customer"`
	Items     []Item   `json:"items"`
	Tags      []string `json:"tags"`
	Coupon    *string  `json:"coupon"`
}

// Customer is who ordered.
type Customer struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// Item is a line of an order.
type Item struct {
	SKU   string  `json:"sku"`
	Count int     `json:"count"`
	Price float64 `json:"price"`
}

// Account is the type of the document Doc56.
type Account struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Active bool   `json:"active"`
}

// Doc357 is a compact record of 357 bytes: 11 members, of which one is an object, two
// are arrays and one is null; two characters are not ASCII.
const Doc357 = `{"id":9021077,"reference":"ORD-2026-004711","status":"shipped","paid":true,"total":129.85,"currency":"EUR",` +
	`"created_at":"2026-03-14T09:26:53Z","customer":{"id":5150,"name":"Zoë Müller","email":"zoe.mueller@example.org"},` +
	`"items":[{"sku":"KB-104-DE","count":1,"price":89.9},{"sku":"CBL-USBC","count":5,"price":7.99}],` +
	`"tags":["express","gift"],"coupon":null}`

// Doc56 is a compact record of 56 bytes.
const Doc56 = `{"id":1234567890,"name":"Grace B. Hopper","active":true}`

// Smalls returns the small documents, the larger one first.
func Smalls() []Small {
	return []Small{
		{Name: "357_bytes", Data: []byte(Doc357), New: Of[Order]()},
		{Name: "56_bytes", Data: []byte(Doc56), New: Of[Account]()},
	}
}
