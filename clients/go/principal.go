package monotable

import (
	"net/url"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// Principal is a user or a session of a role: an access key that sees a database and may do what policies
// allow. It ends with its database.
type Principal struct {
	db     *DB
	access PrincipalAccess
	path   string
}

// As acts under IAM policies, each a JSON document: the clients of the principal may do what they allow,
// and those of the database everything.
func (db *DB) As(policy string, more ...string) *Principal {
	db.t.Helper()
	return db.Principal(PrincipalToCreate{Policies: append([]string{policy}, more...)})
}

// Principal acts as a user, or as a session of a role, with tags, a permissions boundary and policies of its
// session. Without policies, it may do everything.
func (db *DB) Principal(wanted PrincipalToCreate) *Principal {
	db.t.Helper()
	principal := &Principal{db: db}
	db.call("POST", "/principals", wanted, &principal.access)
	principal.access.Endpoint = db.access.Endpoint // the one by which this process reaches the server
	principal.path = "/principals/" + url.PathEscape(principal.access.AccessKeyId)
	return principal
}

// ARN returns the ARN of the principal.
func (p *Principal) ARN() string { return p.access.Arn }

// Config returns the configuration with which clients of the AWS SDK are created.
func (p *Principal) Config() aws.Config {
	return config(p.access.Endpoint, p.access.Region, p.access.AccessKeyId, p.access.SecretAccessKey)
}

// Usage returns what the principal used, what it was allowed and never used, and a policy for just what it
// used.
func (p *Principal) Usage() PrincipalDescription {
	p.db.t.Helper()
	var found PrincipalDescription
	p.db.call("GET", p.path, nil, &found)
	return found
}

// End ends the principal. Its access key is invalid then.
func (p *Principal) End() {
	p.db.t.Helper()
	p.db.call("DELETE", p.path, nil, nil)
}
