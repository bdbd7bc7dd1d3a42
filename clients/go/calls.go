package monotable

// Code generated from capabilities.txt by mvn -pl generator test -Dmonotable.expected=write. DO NOT EDIT.

import "net/url"

// Describe returns the tables with the number of their items.
func (db *DB) Describe() DatabaseDescription {
	db.t.Helper()
	var found DatabaseDescription
	db.call("GET", "", nil, &found)
	return found
}

// Reset sets the data back to how the database began, and forgets requests and faults. The clock continues.
func (db *DB) Reset() {
	db.t.Helper()
	db.call("POST", "/reset", nil, nil)
}

// Settle advances the clock until nothing waits for it: no table, index or replica is being changed, no
// export, import or bulk operation is in progress, and other Regions and Kinesis data streams have received
// every change: db.Settle("1h").
func (db *DB) Settle(within string) ClockSettlement {
	db.t.Helper()
	var found ClockSettlement
	db.call("POST", "/settle", SettlementToReach{Within: within}, &found)
	return found
}

// Throttle lets requests fail that exceed the throughput of their table, index or partition, by the clock
// of the database; with false, no longer.
func (db *DB) Throttle(enabled bool) {
	db.t.Helper()
	db.call("PATCH", "/throttling", ThrottlingChange{Enabled: enabled}, nil)
}

// Contributors returns the keys of a table, or of an index, that were accessed and throttled most, while
// Contributor Insights is enabled for it.
func (db *DB) Contributors(table, index string) ContributorList {
	db.t.Helper()
	var found ContributorList
	db.call("GET", "/contributors"+query("table", table, "index", index), nil, &found)
	return found
}

// Replication returns the replication of global tables between the Regions, after a change:
// db.Replication(monotable.ReplicationChange{Cut: "eu-west-1"}).
func (db *DB) Replication(change ReplicationChange) []ReplicationLink {
	db.t.Helper()
	var found ReplicationState
	if change == (ReplicationChange{}) {
		db.call("GET", "/replication", nil, &found)
	} else {
		db.call("PATCH", "/replication", change, &found)
	}
	return found.Links
}

// Snapshot keeps the present data under a name.
func (db *DB) Snapshot(name string) {
	db.t.Helper()
	db.call("PUT", "/snapshots/"+url.PathEscape(name), nil, nil)
}

// Restore sets the data back to a snapshot. The clock continues.
func (db *DB) Restore(name string) {
	db.t.Helper()
	db.call("POST", "/snapshots/"+url.PathEscape(name)+"/restore", nil, nil)
}

// Diff returns what has changed since a snapshot, or compared with another database.
func (db *DB) Diff(from string) StateDifference {
	db.t.Helper()
	var found StateDifference
	db.call("GET", "/diff"+query("from", from), nil, &found)
	return found
}

// Dump returns the items of a table, or of all, as lines of DynamoDB JSON, which a seed may have.
func (db *DB) Dump(table string) string {
	db.t.Helper()
	var found string
	db.call("GET", "/dump"+query("table", table), nil, &found)
	return found
}

// Fault adds a rule that lets requests fail: db.Fault(monotable.FaultToAdd{Fault: "throttle", Times:
// aws.Int64(2)}).
func (db *DB) Fault(rule FaultToAdd) FaultDescription {
	db.t.Helper()
	var found FaultDescription
	db.call("POST", "/faults", rule, &found)
	return found
}

// Faults returns the rules, with how many requests have matched them.
func (db *DB) Faults() []FaultDescription {
	db.t.Helper()
	var found FaultList
	db.call("GET", "/faults", nil, &found)
	return found.Faults
}

// ClearFaults removes all rules.
func (db *DB) ClearFaults() {
	db.t.Helper()
	db.call("DELETE", "/faults", nil, nil)
}

// ClearRequests forgets the requests so far.
func (db *DB) ClearRequests() {
	db.t.Helper()
	db.call("DELETE", "/requests", nil, nil)
}

// Report returns the report of the design lab on the requests that are kept, in a format: text, json,
// markdown or html.
func (db *DB) Report(format string) string {
	db.t.Helper()
	var found string
	db.call("GET", "/report"+query("format", format), nil, &found)
	return found
}
