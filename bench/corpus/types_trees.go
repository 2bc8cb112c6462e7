package corpus

// Canada is the type of the canada document: GeoJSON with polygons.
type Canada struct {
	Type     string          `json:"type"`
	Features []CanadaFeature `json:"features"`
}

// CanadaFeature is a thing on the map.
type CanadaFeature struct {
	Type       string `json:"type"`
	Properties struct {
		Name string `json:"name"`
	} `json:"properties"`
	Geometry struct {
		Type        string         `json:"type"`
		Coordinates [][][2]float64 `json:"coordinates"`
	} `json:"geometry"`
}

// CanadaWanted has two members of the canada document.
type CanadaWanted struct {
	Type     string `json:"type"`
	Features []struct {
		Properties struct {
			Name string `json:"name"`
		} `json:"properties"`
	} `json:"features"`
}

// GolangSource is the type of the golang_source document.
type GolangSource struct {
	Tree     *GolangNode `json:"tree"`
	Username string      `json:"username"`
}

// GolangNode is a file or folder with figures about its history.
type GolangNode struct {
	Name     string       `json:"name"`
	Kids     []GolangNode `json:"kids"`
	CLWeight float64      `json:"cl_weight"`
	Touches  int          `json:"touches"`
	MinT     int64        `json:"min_t"`
	MaxT     int64        `json:"max_t"`
	MeanT    int64        `json:"mean_t"`
}

// GolangSourceWanted has two members of the golang_source document.
type GolangSourceWanted struct {
	Tree struct {
		Name string `json:"name"`
	} `json:"tree"`
	Username string `json:"username"`
}
