// Command model writes model.go, the types of the control API, from docs/openapi.json.
package main

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"sort"
	"strings"
)

type schema struct {
	Ref                  string             `json:"$ref"`
	Type                 string             `json:"type"`
	Format               string             `json:"format"`
	Description          string             `json:"description"`
	Items                *schema            `json:"items"`
	AdditionalProperties json.RawMessage    `json:"additionalProperties"`
	Properties           map[string]*schema `json:"properties"`
	Required             []string           `json:"required"`
}

// The types whose zero value means something.
var scalar = map[string]bool{"integer": true, "number": true, "boolean": true}

func main() {
	text, err := os.ReadFile("../../docs/openapi.json")
	if err != nil {
		panic(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]*schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		panic(err)
	}
	var out strings.Builder
	out.WriteString("package monotable\n\n// Code generated from docs/openapi.json by internal/model. DO NOT EDIT.\n")
	schemas := document.Components.Schemas
	for _, name := range sorted(schemas) {
		each := schemas[name]
		fmt.Fprintf(&out, "\n// %s: %s\ntype %s struct {\n", name, each.Description, name)
		for _, member := range sorted(each.Properties) {
			property := each.Properties[member]
			tag := member
			if !contains(each.Required, member) {
				tag += ",omitempty"
			}
			kind := typeOf(property)
			if tag != member && scalar[property.Type] {
				kind = "*" + kind // absent is not zero
			}
			fmt.Fprintf(&out, "// %s\n%s %s `json:%q`\n", property.Description, exported(member), kind, tag)
		}
		out.WriteString("}\n")
	}
	formatted, err := format.Source([]byte(out.String()))
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile(os.Args[1], formatted, 0o644); err != nil {
		panic(err)
	}
}

func typeOf(property *schema) string {
	if property.Ref != "" {
		return "*" + property.Ref[strings.LastIndex(property.Ref, "/")+1:]
	}
	switch property.Type {
	case "array":
		return "[]" + strings.TrimPrefix(typeOf(property.Items), "*")
	case "object":
		var values schema
		if json.Unmarshal(property.AdditionalProperties, &values) == nil && values.Type != "" {
			return "map[string]" + typeOf(&values)
		}
		return "map[string]any"
	case "integer":
		if property.Format == "int32" {
			return "int"
		}
		return "int64"
	case "number":
		return "float64"
	case "boolean":
		return "bool"
	}
	return "string"
}

func exported(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func contains(names []string, name string) bool {
	for _, each := range names {
		if each == name {
			return true
		}
	}
	return false
}

func sorted(schemas map[string]*schema) []string {
	names := make([]string, 0, len(schemas))
	for name := range schemas {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
