package saga

import "example.com/programs/handle"

// Faulty takes back its steps if one fails, but nobody does so if it dies.
var Faulty = handle.Pieces{"order": order}
