package corpus

import (
	"encoding/json"
	"time"
)

// FHIR is the type of the synthea_fhir document: a bundle of all that is known
// about one patient. FHIR gives almost every member a cardinality of 0..1, hence
// the pointers and the omitempty; members whose type depends on the kind of the
// resource ("value[x]" and the like) are raw.
type FHIR struct {
	ResourceType string      `json:"resourceType"`
	Type         string      `json:"type"`
	Entry        []FHIREntry `json:"entry"`
}

// FHIREntry is a resource and how it came to be.
type FHIREntry struct {
	FullURL  string       `json:"fullUrl"`
	Resource FHIRResource `json:"resource"`
	Request  FHIRRequest  `json:"request"`
}

// FHIRRequest is how a resource was made.
type FHIRRequest struct {
	Method string `json:"method"`
	URL    string `json:"url"`
}

// FHIRResource is the union of all kinds of resource in the document.
type FHIRResource struct {
	ResourceType              string               `json:"resourceType"`
	ID                        string               `json:"id"`
	Text                      *FHIRNarrative       `json:"text,omitempty"`
	Extension                 []FHIRExtension      `json:"extension,omitempty"`
	Identifier                []FHIRIdentifier     `json:"identifier,omitempty"`
	Name                      json.RawMessage      `json:"name,omitempty"` // text, or a list of names
	Telecom                   []FHIRContactPoint   `json:"telecom,omitempty"`
	Gender                    string               `json:"gender,omitempty"`
	BirthDate                 string               `json:"birthDate,omitempty"`
	DeceasedDateTime          *time.Time           `json:"deceasedDateTime,omitempty"`
	Address                   []FHIRAddress        `json:"address,omitempty"`
	MaritalStatus             *FHIRConcept         `json:"maritalStatus,omitempty"`
	MultipleBirthBoolean      *bool                `json:"multipleBirthBoolean,omitempty"`
	Communication             []FHIRCommunication  `json:"communication,omitempty"`
	Active                    *bool                `json:"active,omitempty"`
	Type                      json.RawMessage      `json:"type,omitempty"` // a concept, or a list of them
	Status                    string               `json:"status,omitempty"`
	Class                     *FHIRCoding          `json:"class,omitempty"`
	Subject                   *FHIRReference       `json:"subject,omitempty"`
	Participant               []FHIRParticipant    `json:"participant,omitempty"`
	Period                    *FHIRPeriod          `json:"period,omitempty"`
	ServiceProvider           *FHIRReference       `json:"serviceProvider,omitempty"`
	ClinicalStatus            *FHIRConcept         `json:"clinicalStatus,omitempty"`
	VerificationStatus        *FHIRConcept         `json:"verificationStatus,omitempty"`
	Code                      *FHIRConcept         `json:"code,omitempty"`
	Encounter                 *FHIRReference       `json:"encounter,omitempty"`
	OnsetDateTime             *time.Time           `json:"onsetDateTime,omitempty"`
	AbatementDateTime         *time.Time           `json:"abatementDateTime,omitempty"`
	RecordedDate              *time.Time           `json:"recordedDate,omitempty"`
	Use                       string               `json:"use,omitempty"`
	Patient                   *FHIRReference       `json:"patient,omitempty"`
	BillablePeriod            *FHIRPeriod          `json:"billablePeriod,omitempty"`
	Created                   *time.Time           `json:"created,omitempty"`
	Provider                  *FHIRReference       `json:"provider,omitempty"`
	Priority                  *FHIRConcept         `json:"priority,omitempty"`
	Diagnosis                 []FHIRDiagnosis      `json:"diagnosis,omitempty"`
	Insurance                 []FHIRInsurance      `json:"insurance,omitempty"`
	Item                      []FHIRItem           `json:"item,omitempty"`
	Total                     json.RawMessage      `json:"total,omitempty"` // money, or a list of sums
	Contained                 []FHIRContained      `json:"contained,omitempty"`
	Insurer                   *FHIRReference       `json:"insurer,omitempty"`
	Referral                  *FHIRReference       `json:"referral,omitempty"`
	Claim                     *FHIRReference       `json:"claim,omitempty"`
	Outcome                   string               `json:"outcome,omitempty"`
	CareTeam                  []FHIRCareTeam       `json:"careTeam,omitempty"`
	Payment                   *FHIRPayment         `json:"payment,omitempty"`
	ReasonCode                []FHIRConcept        `json:"reasonCode,omitempty"`
	ManagingOrganization      []FHIRReference      `json:"managingOrganization,omitempty"`
	Intent                    string               `json:"intent,omitempty"`
	Category                  []FHIRConcept        `json:"category,omitempty"`
	Addresses                 []FHIRReference      `json:"addresses,omitempty"`
	Activity                  []FHIRActivity       `json:"activity,omitempty"`
	MedicationCodeableConcept *FHIRConcept         `json:"medicationCodeableConcept,omitempty"`
	AuthoredOn                *time.Time           `json:"authoredOn,omitempty"`
	Requester                 *FHIRReference       `json:"requester,omitempty"`
	ReasonReference           []FHIRReference      `json:"reasonReference,omitempty"`
	Prescription              *FHIRReference       `json:"prescription,omitempty"`
	LifecycleStatus           string               `json:"lifecycleStatus,omitempty"`
	AchievementStatus         *FHIRConcept         `json:"achievementStatus,omitempty"`
	Description               *FHIRConcept         `json:"description,omitempty"`
	Goal                      []FHIRReference      `json:"goal,omitempty"`
	EffectiveDateTime         *time.Time           `json:"effectiveDateTime,omitempty"`
	Issued                    *time.Time           `json:"issued,omitempty"`
	ValueQuantity             *FHIRQuantity        `json:"valueQuantity,omitempty"`
	ValueCodeableConcept      *FHIRConcept         `json:"valueCodeableConcept,omitempty"`
	Component                 []FHIRComponent      `json:"component,omitempty"`
	PerformedPeriod           *FHIRPeriod          `json:"performedPeriod,omitempty"`
	DosageInstruction         []FHIRDosage         `json:"dosageInstruction,omitempty"`
	Started                   *time.Time           `json:"started,omitempty"`
	NumberOfSeries            int                  `json:"numberOfSeries,omitempty"`
	NumberOfInstances         int                  `json:"numberOfInstances,omitempty"`
	Series                    []FHIRSeries         `json:"series,omitempty"`
	Procedure                 []FHIRProcedureRef   `json:"procedure,omitempty"`
	VaccineCode               *FHIRConcept         `json:"vaccineCode,omitempty"`
	OccurrenceDateTime        *time.Time           `json:"occurrenceDateTime,omitempty"`
	PrimarySource             *bool                `json:"primarySource,omitempty"`
	SupportingInfo            []FHIRSupportingInfo `json:"supportingInfo,omitempty"`
	Result                    []FHIRReference      `json:"result,omitempty"`
}

// FHIRNarrative is a summary as XHTML.
type FHIRNarrative struct {
	Status string `json:"status"`
	Div    string `json:"div"`
}

// FHIRExtension is a further property of a thing; extensions nest.
type FHIRExtension struct {
	URL          string          `json:"url"`
	Extension    []FHIRExtension `json:"extension,omitempty"`
	ValueString  string          `json:"valueString,omitempty"`
	ValueCode    string          `json:"valueCode,omitempty"`
	ValueDecimal *float64        `json:"valueDecimal,omitempty"`
	ValueCoding  *FHIRCoding     `json:"valueCoding,omitempty"`
	ValueAddress *FHIRAddress    `json:"valueAddress,omitempty"`
}

// FHIRCoding is a term of a terminology.
type FHIRCoding struct {
	System  string `json:"system"`
	Code    string `json:"code"`
	Display string `json:"display,omitempty"`
}

// FHIRConcept is an idea, by terms and in words.
type FHIRConcept struct {
	Coding []FHIRCoding `json:"coding,omitempty"`
	Text   string       `json:"text,omitempty"`
}

// FHIRReference points to another resource.
type FHIRReference struct {
	Reference string `json:"reference,omitempty"`
	Display   string `json:"display,omitempty"`
}

// FHIRIdentifier is a number by which somebody knows the resource.
type FHIRIdentifier struct {
	Use    string       `json:"use,omitempty"`
	Type   *FHIRConcept `json:"type,omitempty"`
	System string       `json:"system"`
	Value  string       `json:"value"`
}

// FHIRContactPoint is a telephone number or the like.
type FHIRContactPoint struct {
	System string `json:"system"`
	Value  string `json:"value"`
	Use    string `json:"use,omitempty"`
}

// FHIRAddress is a postal address.
type FHIRAddress struct {
	Extension  []FHIRExtension `json:"extension,omitempty"`
	Line       []string        `json:"line,omitempty"`
	City       string          `json:"city"`
	State      string          `json:"state"`
	PostalCode string          `json:"postalCode,omitempty"`
	Country    string          `json:"country"`
}

// FHIRCommunication is a language that the patient speaks.
type FHIRCommunication struct {
	Language FHIRConcept `json:"language"`
}

// FHIRPeriod is a span of time; it may be open.
type FHIRPeriod struct {
	Start time.Time  `json:"start"`
	End   *time.Time `json:"end,omitempty"`
}

// FHIRParticipant is somebody who took part.
type FHIRParticipant struct {
	Role       []FHIRConcept  `json:"role,omitempty"`
	Individual *FHIRReference `json:"individual,omitempty"`
	Member     *FHIRReference `json:"member,omitempty"`
}

// FHIRDiagnosis is a diagnosis that a claim rests on.
type FHIRDiagnosis struct {
	Sequence           int           `json:"sequence"`
	DiagnosisReference FHIRReference `json:"diagnosisReference"`
	Type               []FHIRConcept `json:"type,omitempty"`
}

// FHIRInsurance is who may pay for a claim.
type FHIRInsurance struct {
	Sequence int           `json:"sequence,omitempty"`
	Focal    bool          `json:"focal"`
	Coverage FHIRReference `json:"coverage"`
}

// FHIRMoney is a sum.
type FHIRMoney struct {
	Value    float64 `json:"value"`
	Currency string  `json:"currency"`
}

// FHIRItem is a line of a claim.
type FHIRItem struct {
	Sequence                int                `json:"sequence"`
	DiagnosisSequence       []int              `json:"diagnosisSequence,omitempty"`
	ProcedureSequence       []int              `json:"procedureSequence,omitempty"`
	InformationSequence     []int              `json:"informationSequence,omitempty"`
	Category                *FHIRConcept       `json:"category,omitempty"`
	ProductOrService        FHIRConcept        `json:"productOrService"`
	ServicedPeriod          *FHIRPeriod        `json:"servicedPeriod,omitempty"`
	LocationCodeableConcept *FHIRConcept       `json:"locationCodeableConcept,omitempty"`
	Net                     *FHIRMoney         `json:"net,omitempty"`
	Encounter               []FHIRReference    `json:"encounter,omitempty"`
	Adjudication            []FHIRAdjudication `json:"adjudication,omitempty"`
}

// FHIRAdjudication is a sum that was decided on.
type FHIRAdjudication struct {
	Category FHIRConcept `json:"category"`
	Amount   *FHIRMoney  `json:"amount,omitempty"`
}

// FHIRContained is a resource inside another one.
type FHIRContained struct {
	ResourceType string          `json:"resourceType"`
	ID           string          `json:"id"`
	Status       string          `json:"status"`
	Intent       string          `json:"intent,omitempty"`
	Subject      *FHIRReference  `json:"subject,omitempty"`
	Requester    *FHIRReference  `json:"requester,omitempty"`
	Performer    []FHIRReference `json:"performer,omitempty"`
	Type         *FHIRConcept    `json:"type,omitempty"`
	Beneficiary  *FHIRReference  `json:"beneficiary,omitempty"`
	Payor        []FHIRReference `json:"payor,omitempty"`
}

// FHIRCareTeam is somebody who cares, or a reference to a team.
type FHIRCareTeam struct {
	Sequence  int            `json:"sequence,omitempty"`
	Provider  *FHIRReference `json:"provider,omitempty"`
	Role      *FHIRConcept   `json:"role,omitempty"`
	Reference string         `json:"reference,omitempty"`
}

// FHIRPayment is what was paid.
type FHIRPayment struct {
	Amount FHIRMoney `json:"amount"`
}

// FHIRActivity is a part of a plan.
type FHIRActivity struct {
	Detail struct {
		Code     FHIRConcept   `json:"code"`
		Status   string        `json:"status"`
		Location FHIRReference `json:"location"`
	} `json:"detail"`
}

// FHIRQuantity is a measured value with its unit.
type FHIRQuantity struct {
	Value  float64 `json:"value"`
	Unit   string  `json:"unit,omitempty"`
	System string  `json:"system,omitempty"`
	Code   string  `json:"code,omitempty"`
}

// FHIRComponent is one of several values measured together.
type FHIRComponent struct {
	Code          FHIRConcept  `json:"code"`
	ValueQuantity FHIRQuantity `json:"valueQuantity"`
}

// FHIRDosage says how to take a medicine.
type FHIRDosage struct {
	Sequence        int               `json:"sequence"`
	Timing          *FHIRTiming       `json:"timing,omitempty"`
	AsNeededBoolean bool              `json:"asNeededBoolean"`
	DoseAndRate     []FHIRDoseAndRate `json:"doseAndRate,omitempty"`
}

// FHIRTiming says when.
type FHIRTiming struct {
	Repeat struct {
		Frequency  int     `json:"frequency"`
		Period     float64 `json:"period"`
		PeriodUnit string  `json:"periodUnit"`
	} `json:"repeat"`
}

// FHIRDoseAndRate says how much.
type FHIRDoseAndRate struct {
	Type         FHIRConcept  `json:"type"`
	DoseQuantity FHIRQuantity `json:"doseQuantity"`
}

// FHIRSeries is a series of pictures.
type FHIRSeries struct {
	UID               string         `json:"uid"`
	Number            int            `json:"number"`
	Modality          FHIRCoding     `json:"modality"`
	NumberOfInstances int            `json:"numberOfInstances"`
	BodySite          FHIRCoding     `json:"bodySite"`
	Started           time.Time      `json:"started"`
	Instance          []FHIRInstance `json:"instance"`
}

// FHIRInstance is a picture.
type FHIRInstance struct {
	UID      string     `json:"uid"`
	SOPClass FHIRCoding `json:"sopClass"`
	Number   int        `json:"number"`
	Title    string     `json:"title"`
}

// FHIRProcedureRef is a procedure that a claim rests on.
type FHIRProcedureRef struct {
	Sequence           int           `json:"sequence"`
	ProcedureReference FHIRReference `json:"procedureReference"`
}

// FHIRSupportingInfo is a further ground of a claim.
type FHIRSupportingInfo struct {
	Sequence       int           `json:"sequence"`
	Category       FHIRConcept   `json:"category"`
	ValueReference FHIRReference `json:"valueReference"`
}

// FHIRWanted has two members of the synthea_fhir document.
type FHIRWanted struct {
	Entry []struct {
		FullURL string `json:"fullUrl"`
		Request struct {
			Method string `json:"method"`
		} `json:"request"`
	} `json:"entry"`
}
