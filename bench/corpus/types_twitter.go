package corpus

// Twitter is the type of the twitter document. What may be null is a pointer,
// what may be absent has omitempty, as the API's own description has it.
type Twitter struct {
	Statuses       []TwitterStatus       `json:"statuses"`
	SearchMetadata TwitterSearchMetadata `json:"search_metadata"`
}

// TwitterSearchMetadata describes the search that the document answers.
type TwitterSearchMetadata struct {
	CompletedIn float64 `json:"completed_in"`
	MaxID       int64   `json:"max_id"`
	MaxIDStr    string  `json:"max_id_str"`
	NextResults string  `json:"next_results"`
	Query       string  `json:"query"`
	RefreshURL  string  `json:"refresh_url"`
	Count       int     `json:"count"`
	SinceID     int64   `json:"since_id"`
	SinceIDStr  string  `json:"since_id_str"`
}

// TwitterStatus is a tweet.
type TwitterStatus struct {
	Metadata             TwitterStatusMetadata `json:"metadata"`
	CreatedAt            string                `json:"created_at"`
	ID                   int64                 `json:"id"`
	IDStr                string                `json:"id_str"`
	Text                 string                `json:"text"`
	Source               string                `json:"source"`
	Truncated            bool                  `json:"truncated"`
	InReplyToStatusID    *int64                `json:"in_reply_to_status_id"`
	InReplyToStatusIDStr *string               `json:"in_reply_to_status_id_str"`
	InReplyToUserID      *int64                `json:"in_reply_to_user_id"`
	InReplyToUserIDStr   *string               `json:"in_reply_to_user_id_str"`
	InReplyToScreenName  *string               `json:"in_reply_to_screen_name"`
	User                 TwitterUser           `json:"user"`
	Geo                  *TwitterPoint         `json:"geo"`
	Coordinates          *TwitterPoint         `json:"coordinates"`
	Place                *TwitterPlace         `json:"place"`
	Contributors         []TwitterContributor  `json:"contributors"`
	RetweetedStatus      *TwitterStatus        `json:"retweeted_status,omitempty"`
	RetweetCount         int                   `json:"retweet_count"`
	FavoriteCount        int                   `json:"favorite_count"`
	Entities             TwitterEntities       `json:"entities"`
	Favorited            bool                  `json:"favorited"`
	Retweeted            bool                  `json:"retweeted"`
	PossiblySensitive    *bool                 `json:"possibly_sensitive,omitempty"`
	Lang                 string                `json:"lang"`
}

// TwitterStatusMetadata says how a tweet came to be in the search result.
type TwitterStatusMetadata struct {
	ResultType      string `json:"result_type"`
	ISOLanguageCode string `json:"iso_language_code"`
}

// TwitterPoint is a place on earth.
type TwitterPoint struct {
	Type        string     `json:"type"`
	Coordinates [2]float64 `json:"coordinates"`
}

// TwitterPlace is a named place.
type TwitterPlace struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	FullName string `json:"full_name"`
	Country  string `json:"country"`
}

// TwitterContributor is a further author.
type TwitterContributor struct {
	ID         int64  `json:"id"`
	IDStr      string `json:"id_str"`
	ScreenName string `json:"screen_name"`
}

// TwitterUser is an account.
type TwitterUser struct {
	ID                             int64               `json:"id"`
	IDStr                          string              `json:"id_str"`
	Name                           string              `json:"name"`
	ScreenName                     string              `json:"screen_name"`
	Location                       string              `json:"location"`
	Description                    string              `json:"description"`
	URL                            *string             `json:"url"`
	Entities                       TwitterUserEntities `json:"entities"`
	Protected                      bool                `json:"protected"`
	FollowersCount                 int                 `json:"followers_count"`
	FriendsCount                   int                 `json:"friends_count"`
	ListedCount                    int                 `json:"listed_count"`
	CreatedAt                      string              `json:"created_at"`
	FavouritesCount                int                 `json:"favourites_count"`
	UTCOffset                      *int                `json:"utc_offset"`
	TimeZone                       *string             `json:"time_zone"`
	GeoEnabled                     bool                `json:"geo_enabled"`
	Verified                       bool                `json:"verified"`
	StatusesCount                  int                 `json:"statuses_count"`
	Lang                           string              `json:"lang"`
	ContributorsEnabled            bool                `json:"contributors_enabled"`
	IsTranslator                   bool                `json:"is_translator"`
	IsTranslationEnabled           bool                `json:"is_translation_enabled"`
	ProfileBackgroundColor         string              `json:"profile_background_color"`
	ProfileBackgroundImageURL      string              `json:"profile_background_image_url"`
	ProfileBackgroundImageURLHTTPS string              `json:"profile_background_image_url_https"`
	ProfileBackgroundTile          bool                `json:"profile_background_tile"`
	ProfileImageURL                string              `json:"profile_image_url"`
	ProfileImageURLHTTPS           string              `json:"profile_image_url_https"`
	ProfileBannerURL               string              `json:"profile_banner_url,omitempty"`
	ProfileLinkColor               string              `json:"profile_link_color"`
	ProfileSidebarBorderColor      string              `json:"profile_sidebar_border_color"`
	ProfileSidebarFillColor        string              `json:"profile_sidebar_fill_color"`
	ProfileTextColor               string              `json:"profile_text_color"`
	ProfileUseBackgroundImage      bool                `json:"profile_use_background_image"`
	DefaultProfile                 bool                `json:"default_profile"`
	DefaultProfileImage            bool                `json:"default_profile_image"`
	Following                      bool                `json:"following"`
	FollowRequestSent              bool                `json:"follow_request_sent"`
	Notifications                  bool                `json:"notifications"`
}

// TwitterUserEntities holds the links of an account's self-description.
type TwitterUserEntities struct {
	Description TwitterURLs  `json:"description"`
	URL         *TwitterURLs `json:"url,omitempty"`
}

// TwitterURLs is a list of links.
type TwitterURLs struct {
	URLs []TwitterURL `json:"urls"`
}

// TwitterURL is a link; its indices are the text range that it covers.
type TwitterURL struct {
	URL         string `json:"url"`
	ExpandedURL string `json:"expanded_url"`
	DisplayURL  string `json:"display_url"`
	Indices     [2]int `json:"indices"`
}

// TwitterEntities holds what was recognized in a tweet's text.
type TwitterEntities struct {
	Hashtags     []TwitterHashtag     `json:"hashtags"`
	Symbols      []TwitterHashtag     `json:"symbols"`
	URLs         []TwitterURL         `json:"urls"`
	UserMentions []TwitterUserMention `json:"user_mentions"`
	Media        []TwitterMedia       `json:"media,omitempty"`
}

// TwitterHashtag is a hash tag or a cash tag.
type TwitterHashtag struct {
	Text    string `json:"text"`
	Indices []int  `json:"indices"`
}

// TwitterUserMention is an account's name in a tweet's text.
type TwitterUserMention struct {
	ScreenName string `json:"screen_name"`
	Name       string `json:"name"`
	ID         int64  `json:"id"`
	IDStr      string `json:"id_str"`
	Indices    []int  `json:"indices"`
}

// TwitterMedia is an attached picture.
type TwitterMedia struct {
	ID                int64                  `json:"id"`
	IDStr             string                 `json:"id_str"`
	Indices           []int                  `json:"indices"`
	MediaURL          string                 `json:"media_url"`
	MediaURLHTTPS     string                 `json:"media_url_https"`
	URL               string                 `json:"url"`
	DisplayURL        string                 `json:"display_url"`
	ExpandedURL       string                 `json:"expanded_url"`
	Type              string                 `json:"type"`
	Sizes             map[string]TwitterSize `json:"sizes"`
	SourceStatusID    int64                  `json:"source_status_id,omitempty"`
	SourceStatusIDStr string                 `json:"source_status_id_str,omitempty"`
}

// TwitterSize is one rendition of a picture.
type TwitterSize struct {
	W      int    `json:"w"`
	H      int    `json:"h"`
	Resize string `json:"resize"`
}

// TwitterWanted has two members of the twitter document.
type TwitterWanted struct {
	Statuses []struct {
		ID   int64 `json:"id"`
		User struct {
			ScreenName string `json:"screen_name"`
		} `json:"user"`
	} `json:"statuses"`
}
