package difftest

import (
	"database/sql"
	"encoding/json"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"time"
)

// Named kinds, so that nothing hangs on a type's identity where its kind counts.
type (
	MyBool    bool
	MyInt     int
	MyInt8    int8
	MyUint    uint
	MyUint8   uint8
	MyByte    byte
	MyFloat   float64
	MyString  string
	MyBytes   []byte
	MyByteS   []MyByte
	MySlice   []int
	MyMap     map[string]int
	MyAny     any
	MyPtr     *int
	MyNumber  json.Number
	MyRaw     json.RawMessage
	MyArray   [3]int
	MyStrings []string
)

// Scalars has a field of every scalar kind, under its own name.
type Scalars struct {
	Bool    bool
	Int     int
	Int8    int8
	Int16   int16
	Int32   int32
	Int64   int64
	Uint    uint
	Uint8   uint8
	Uint16  uint16
	Uint32  uint32
	Uint64  uint64
	Uintptr uintptr
	Float32 float32
	Float64 float64
	String  string
	Number  json.Number
	Raw     json.RawMessage
	Any     any
	Bytes   []byte
	Complex complex128
	Chan    chan int
	Func    func()
}

// NamedScalars is Scalars over named types.
type NamedScalars struct {
	Bool   MyBool   `json:"bool"`
	Int    MyInt    `json:"int"`
	Int8   MyInt8   `json:"int8,omitempty"`
	Uint   MyUint   `json:"uint"`
	Uint8  MyUint8  `json:"uint8"`
	Float  MyFloat  `json:"float"`
	String MyString `json:"string"`
	Bytes  MyBytes  `json:"bytes"`
	ByteS  MyByteS  `json:"byteS"`
	Any    MyAny    `json:"any"`
	Number MyNumber `json:"number"`
	Raw    MyRaw    `json:"raw"`
	Ptr    MyPtr    `json:"ptr"`
	Map    MyMap    `json:"map"`
	Slice  MySlice  `json:"slice"`
	Array  MyArray  `json:"array"`
}

// Pointers has every kind behind one pointer or several.
type Pointers struct {
	Bool   *bool
	Int    *int
	Int8   **int8
	Uint   ***uint
	F32    *float32
	F64    **float64
	Str    *string
	StrP   **string
	Slice  *[]int
	SliceP **[]*int
	Map    *map[string]*int
	Array  *[2]*int
	Any    *any
	AnyP   **any
	Struct *Small
	SP     **Small
	Raw    *json.RawMessage
	Num    *json.Number
	Bytes  *[]byte
	Iface  *Namer
}

// Small is a little struct to nest.
type Small struct {
	A int    `json:"a"`
	B string `json:"b"`
	C *Small `json:"c"`
}

// Quoted puts ",string" on everything.
type Quoted struct {
	Bool    bool            `json:",string"`
	Int     int             `json:",string"`
	Int8    int8            `json:",string"`
	Uint    uint            `json:",string"`
	Uint8   uint8           `json:",string"`
	F32     float32         `json:",string"`
	F64     float64         `json:",string"`
	Str     string          `json:",string"`
	Num     json.Number     `json:",string"`
	PInt    *int            `json:",string"`
	PPInt   **int           `json:",string"`
	PStr    *string         `json:",string"`
	PBool   *bool           `json:",string"`
	PNum    *json.Number    `json:",string"`
	Any     any             `json:",string"`
	Slice   []int           `json:",string"`
	Map     map[string]int  `json:",string"`
	Struct  Small           `json:",string"`
	Bytes   []byte          `json:",string"`
	Raw     json.RawMessage `json:",string"`
	MyInt   MyInt           `json:",string"`
	MyStr   MyString        `json:",string"`
	Text    TextInt         `json:",string"`
	TextStr TextString      `json:",string"`
	TextP   *TextInt        `json:",string"`
	RawBool RawBool         `json:",string"`
	Picky   Picky           `json:",string"`
	Both    Both            `json:",string"`
	Uptr    uintptr         `json:",string"`
	MyNum   MyNumber        `json:",string"`
	Arr     [2]int          `json:",string"`
	PPStr   **string        `json:",string"`
	Dur     time.Duration   `json:",string"`
}

// Folding has names that differ only by case, or that fold in unusual ways.
type Folding struct {
	Abc     int
	ABC     int `json:"ABC"`
	Abc2    int `json:"abc"`
	Kelvin  int `json:"kelvin"`
	LongS   int `json:"longs"`
	Straße  int
	Ünïcode int
	Σίσυφος string
	Repl    int `json:"\ufffd"`
	Iİ      int `json:"Iİı"`
	Dash    int `json:"-,"`
	Skip    int `json:"-"`
	Empty   int `json:""`
	Spaces  int `json:"a b"`
	Bad     int `json:"a\"b"`
	Punct   int `json:"$%-/."`
	Long    int `json:"a_rather_long_field_name_that_is_longer_than_two_words_of_sixteen_bytes"`
	Ȿ       int
}

// Embedding.

// Base is embedded by value and by pointer.
type Base struct {
	ID   int
	Name string
	Tags []string `json:"tags"`
}

type hidden struct {
	Shown  int
	hidden int
	Deep   string
}

// Mid embeds Base by pointer.
type Mid struct {
	*Base
	Level int
}

// Emb embeds exported and unexported structs, by value and by pointer.
type Emb struct {
	Base
	hidden
	*Mid2
	Own  int
	Name int // shadows Base.Name
}

// Mid2 is embedded by pointer in Emb.
type Mid2 struct {
	Mid2Field int
	*Mid3
}

// Mid3 is two pointers deep.
type Mid3 struct {
	Mid3Field []int
	Err       int8
}

// EmbHidden embeds a pointer to an unexported struct, which cannot be set.
type EmbHidden struct {
	*hidden
	Own int
}

// EmbHiddenMid hides the pointer one level deeper.
type EmbHiddenMid struct {
	holder
	After string
}

type holder struct {
	*hidden
	Held int
}

// AmbigA and AmbigB share the names Win and X.
type AmbigA struct {
	Win int8 `json:"Win"`
	X   int
	Y   int
}

// AmbigB shares names with AmbigA.
type AmbigB struct {
	Win string
	X   int
	Z   int
}

// Ambig embeds both: the tagged Win wins, X is nobody's.
type Ambig struct {
	AmbigA
	AmbigB
	Tail int
}

// Tagged embeds types under names of their own: they are not embedded for JSON.
type Tagged struct {
	Base   `json:"base"`
	*Small `json:"small"`
	MyInt  `json:"n"`
	MyMap
	*MyString
}

// EmbMethods embeds types that have methods: the methods are promoted.
type EmbMethods struct {
	Raw
	Other int
}

// EmbText promotes UnmarshalText from a pointer.
type EmbText struct {
	*Text
	Other int
}

// EmbTime promotes time.Time's methods, a known trap.
type EmbTime struct {
	time.Time
	Note string
}

// EmbIface embeds an interface.
type EmbIface struct {
	Namer
	X int
}

// Recursive types.

// Tree is recursive through a slice and a map.
type Tree struct {
	V    int
	Kids []Tree          `json:"kids"`
	ByID map[string]Tree `json:"by_id"`
	Up   *Tree           `json:"up"`
}

// List is recursive through a pointer.
type List struct {
	N    int   `json:"n"`
	Next *List `json:"next"`
}

// RecSlice, RecMap and RecPtr are recursive without a struct. Into a RecPtr nothing
// but null can be decoded: encoding/json follows it for ever.
type (
	RecSlice []RecSlice
	RecMap   map[string]RecMap
	RecPtr   *RecPtr
)

// EmbRec embeds itself by pointer.
type EmbRec struct {
	*EmbRec
	X int
}

// MutualA and MutualB are recursive through each other.
type MutualA struct {
	B *MutualB
	S []MutualB
	I int
}

// MutualB is MutualA's other half.
type MutualB struct {
	A   MutualC
	Any any
}

// MutualC closes the circle.
type MutualC struct{ M map[string]*MutualA }

// Containers.

// Slices holds slices of many element types.
type Slices struct {
	Ints    []int
	Int8s   []int8
	Uint16s []uint16
	Floats  []float64
	F32s    []float32
	Bools   []bool
	Strs    []string
	Anys    []any
	Bytes   [][]byte
	Ptrs    []*int
	Structs []Small
	SPtrs   []*Small
	Nested  [][][]int
	Maps    []map[string]int
	Arrays  [][2]int
	Nums    []json.Number
	Raws    []json.RawMessage
	Ifaces  []Namer
	Empty   []struct{}
	Texts   []Text
	IDs     []ID
}

// Arrays holds arrays of many element types and lengths.
type Arrays struct {
	A0    [0]int
	A1    [1]int
	A3    [3]int
	Strs  [2]string
	Ptrs  [2]*int
	Anys  [2]any
	Bytes [4]byte
	MyB   [4]MyByte
	Nest  [2][2]int
	Strct [2]Small
	Big   [40]uint8
	Sl    [2][]int
	Maps  [1]map[string]int
}

// Maps holds maps over every key kind, and many element types.
type Maps struct {
	Str     map[string]int
	MyStr   map[MyString]string
	I       map[int]int
	I8      map[int8]int
	I16     map[int16]string
	I32     map[int32]bool
	I64     map[int64]any
	U       map[uint]int
	U8      map[uint8]int
	U16     map[uint16]int
	U32     map[uint32]int
	U64     map[uint64]int
	Up      map[uintptr]int
	MyI     map[MyInt8]int
	F       map[float64]int
	B       map[bool]int
	Any     map[any]int
	TextI   map[TextInt]int
	TextS   map[TextString]int
	TextSt  map[TextStruct]int
	TextF   map[TextFloat]int
	TextV   map[TextKey]int
	ID      map[ID]string
	Both    map[Both]int
	Ptr     map[string]*Small
	St      map[string]Small
	An      map[string]any
	Sl      map[string][]int
	M       map[string]map[string]int
	Raw     map[string]json.RawMessage
	Num     map[json.Number]json.Number
	Iface   map[string]Namer
	RawT    map[string]Raw
	Arr     map[string][2]int
	F64     map[string]float64
	Strs    map[string]string
	BoolMap map[string]bool
	Addr    map[netip.Addr]int
	KeyPtr  map[*string]int
	KeyArr  map[[2]int]int
}

// Ifaces holds interfaces.
type Ifaces struct {
	A any
	B any
	N Namer
	E error
	P *any
	S []any
	M map[string]any
}

// Users holds the types of types_user.go in all positions.
type Users struct {
	Raw    Raw
	RawP   *Raw
	RawPP  **Raw
	Raws   []Raw
	RawPs  []*Raw
	RawM   map[string]Raw
	RawPM  map[string]*Raw
	Picky  Picky
	PickyP *Picky
	VRaw   ValueRaw
	VRawP  *ValueRaw
	Text   Text
	TextP  *Text
	Texts  []Text
	TextM  map[string]Text
	TI     TextInt
	TS     TextString
	TV     TextValue
	TVP    *TextValue
	ID     ID
	IDP    *ID
	Both   Both
	Re     Reenter
	RB     []RawByte
	TB     []TextByte
	RBA    [3]RawByte
	NJ     Namer
	Any    any
	RawMsg json.RawMessage
	RawMP  *json.RawMessage
}

// StdTypes holds types of the standard library that have their own methods, or that
// people expect to have.
type StdTypes struct {
	Time  time.Time
	TimeP *time.Time
	Times []time.Time
	Dur   time.Duration
	Int   big.Int
	IntP  *big.Int
	Float big.Float
	FltP  *big.Float
	Rat   *big.Rat
	Addr  netip.Addr
	Port  netip.AddrPort
	Pref  netip.Prefix
	IP    net.IP
	Net   net.IPNet
	Mask  net.IPMask
	MAC   net.HardwareAddr
	URL   url.URL
	URLP  *url.URL
	NStr  sql.NullString
	NInt  sql.NullInt64
	NTime sql.NullTime
	Month time.Month
}

// Wide has more fields than fit any small table, several with long common
// prefixes and equal lengths.
type Wide struct {
	F00, F01, F02, F03, F04, F05, F06, F07, F08, F09 int
	F10, F11, F12, F13, F14, F15, F16, F17, F18, F19 string
	F20, F21, F22, F23, F24, F25, F26, F27, F28, F29 float64
	F30, F31, F32, F33, F34, F35, F36, F37, F38, F39 bool

	CommonPrefixAlpha, CommonPrefixBravo, CommonPrefixDelta int
	CommonPrefix                                            string
	Common                                                  string
	C                                                       string
	CommonPrefixButSomewhatLongerThanAllTheOthers1          int
	CommonPrefixButSomewhatLongerThanAllTheOthers2          int
}

// Tweet is like what people decode all day.
type Tweet struct {
	CreatedAt string  `json:"created_at"`
	ID        int64   `json:"id"`
	IDStr     string  `json:"id_str"`
	Text      string  `json:"text"`
	Truncated bool    `json:"truncated"`
	ReplyTo   *int64  `json:"in_reply_to_status_id"`
	Score     float64 `json:"score,omitempty"`
	User      struct {
		ID         int64             `json:"id"`
		ScreenName string            `json:"screen_name"`
		URL        *string           `json:"url"`
		Entities   map[string]any    `json:"entities"`
		Extra      map[string]string `json:"extra"`
	} `json:"user"`
	Entities struct {
		Hashtags []struct {
			Text    string `json:"text"`
			Indices [2]int `json:"indices"`
		} `json:"hashtags"`
		URLs []struct {
			URL     string `json:"url"`
			Indices []int  `json:"indices"`
		} `json:"urls"`
	} `json:"entities"`
	Lang *string `json:"lang"`
}

// Geo has coordinates.
type Geo struct {
	Type        string        `json:"type"`
	Coordinates [][][]float64 `json:"coordinates"`
	BBox        [4]float64    `json:"bbox"`
	Points      [][2]float32  `json:"points"`
}

// Unexported has fields that a decoder must leave alone.
type Unexported struct {
	A int
	b int
	c *int
	D string `json:"b"`
	e []int
}
