// Programs runs a piece of a program as a command: `programs PROGRAM VARIANT FUNCTION ARGUMENT…`.
package main

import (
	"example.com/programs/chunks"
	"example.com/programs/device"
	"example.com/programs/folders"
	"example.com/programs/handle"
	"example.com/programs/rename"
	"example.com/programs/saga"
	"example.com/programs/trip"
)

func main() {
	handle.Main(map[string]map[string]handle.Pieces{
		"chunks":  {"faulty": chunks.Faulty, "fixed": chunks.Fixed, "check": chunks.Check},
		"device":  {"faulty": device.Faulty, "fixed": device.Fixed},
		"folders": {"faulty": folders.Faulty, "fixed": folders.Fixed, "check": folders.Check},
		"rename":  {"faulty": rename.Faulty, "fixed": rename.Fixed},
		"saga":    {"faulty": saga.Faulty, "fixed": saga.Fixed},
		"trip":    {"faulty": trip.Faulty, "fixed": trip.Fixed, "check": trip.Check},
	})
}
