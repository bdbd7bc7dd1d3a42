package monotable

import (
	"fmt"
	"sort"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// Own is a piece of code in one execution. Everything that the piece uses is created from it.
type Own struct {
	Name   string
	access PieceToRun
}

// Config returns the configuration with which the piece creates its clients of the AWS SDK.
func (o *Own) Config() aws.Config {
	created := config(o.access.Endpoint, o.access.Region, o.access.AccessKeyId, o.access.SecretAccessKey)
	created.RetryMaxAttempts = 2
	return created
}

// Pieces are pieces of code, by their names. Each runs in a goroutine, once in each execution.
type Pieces map[string]func(own *Own) error

// Execution is an execution that has ended, for checks.
type Execution struct {
	// Errors are those of the pieces that have failed, by their names.
	Errors map[string]error
	// Returned are the names of the pieces that have ended without an error.
	Returned []string
	check    CheckToMake
}

// Config returns the configuration of clients that see the database of the execution.
func (e *Execution) Config() aws.Config {
	return config(e.check.Endpoint, e.check.Region, e.check.AccessKeyId, e.check.SecretAccessKey)
}

// Exploration says what is explored.
type Exploration struct {
	// Pieces are run with every order of their requests that can matter.
	Pieces Pieces
	// Check returns an error if the database of an execution is not as it should be.
	Check func(result *Execution) error
	// Principals are the access keys by whose policies the requests of pieces are decided, by their names.
	Principals map[string]string
	// Bounds has the bounds and further checks. Its members Pieces and Check are ignored.
	Bounds ExplorationToStart
}

// Explore runs pieces of code with every order of their requests, each time on a copy of the database, and
// returns what was found. Pieces that cannot be explored end the test.
func (db *DB) Explore(what Exploration) ExplorationReport {
	db.t.Helper()
	wanted, pieces, check, principals := what.Bounds, what.Pieces, what.Check, what.Principals
	hasCheck := check != nil
	wanted.Check = &hasCheck
	wanted.Pieces = nil
	for name := range pieces {
		wanted.Pieces = append(wanted.Pieces, PieceToExplore{Name: name, Principal: principals[name]})
	}
	sort.Slice(wanted.Pieces, func(i, j int) bool { return wanted.Pieces[i].Name < wanted.Pieces[j].Name })
	var turn ExplorationTurn
	db.call("POST", "/explorations", wanted, &turn)
	run := exploration{db: db, path: "/explorations/" + turn.Id}
	for turn.Result == nil {
		for _, piece := range turn.Start {
			piece.Endpoint = db.access.Endpoint
			go run.run(turn.Execution, piece, pieces[piece.Name])
		}
		var next TurnToAwait
		if turn.Check != nil && hasCheck {
			found := *turn.Check
			found.Endpoint = db.access.Endpoint
			var returned []string
			for _, piece := range found.Ends {
				if piece.End == "returned" {
					returned = append(returned, piece.Name)
				}
			}
			if err := check(&Execution{run.errors(turn.Execution), returned, found}); err != nil {
				next.Failure = err.Error()
			}
		}
		turn = ExplorationTurn{}
		db.call("POST", run.path+"/turns", next, &turn)
	}
	if turn.Result.WrongUsage != "" {
		db.t.Fatal(turn.Result.Text)
	}
	return *turn.Result
}

// exploration has the errors of the pieces of the present execution.
type exploration struct {
	db        *DB
	path      string
	mutex     sync.Mutex
	execution int64
	failed    map[string]error
}

func (e *exploration) run(execution int64, piece PieceToRun, code func(own *Own) error) {
	err := guarded(&Own{piece.Name, piece}, code)
	end := PieceEndToReport{AccessKeyId: piece.AccessKeyId, End: "returned"}
	if err != nil {
		end.End, end.Message = "failed", err.Error()
		e.fail(execution, piece.Name, err)
	}
	// An error says that the exploration has ended.
	_ = call(e.db.access.Endpoint, "POST", e.db.path+e.path+"/ends", end, nil)
}

// guarded runs a piece; a panic is an error.
func guarded(own *Own, code func(own *Own) error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return code(own)
}

func (e *exploration) fail(execution int64, name string, err error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if execution > e.execution {
		e.execution, e.failed = execution, map[string]error{}
	}
	if execution == e.execution {
		e.failed[name] = err
	}
}

// errors returns the errors of the pieces of an execution.
func (e *exploration) errors(execution int64) map[string]error {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	found := map[string]error{}
	if execution == e.execution {
		for name, err := range e.failed {
			found[name] = err
		}
	}
	return found
}
