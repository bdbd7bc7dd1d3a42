// Generated from capabilities.txt by mvn -pl generator test -Dmonotable.expected=write

import { inDatabase, query } from "./server.js";

/** Creates a database, or a fork of one. */
export const createDatabase = (body) => ({ method: "POST", path: "/databases", body });

/** Returns all databases. */
export const listDatabases = () => ({ method: "GET", path: "/databases" });

/** Ends all databases with an issued access key. Needs the token. */
export const dropDatabases = () => ({ method: "DELETE", path: "/databases" });

/** Returns a database with its tables. */
export const describeDatabase = (id) => ({ method: "GET", path: inDatabase("", id) });

/** Ends a database. Its access key is invalid then. */
export const dropDatabase = (id) => ({ method: "DELETE", path: inDatabase("", id) });

/** Sets the data back to how the database began, and forgets requests and faults. */
export const resetDatabase = (id) => ({ method: "POST", path: inDatabase("/reset", id) });

/** Creates a user or a session of a role, with an access key that leads to the database. */
export const createPrincipal = (body, id) => ({ method: "POST", path: inDatabase("/principals", id), body });

/** Returns the principals of a database. */
export const listPrincipals = (id) => ({ method: "GET", path: inDatabase("/principals", id) });

/** Returns what a principal was allowed, has used and has never used. The key * stands for all access keys without a principal. */
export const describePrincipal = (key, id) => ({ method: "GET", path: inDatabase(`/principals/${encodeURIComponent(key)}`, id) });

/** Deletes a principal. Its access key is invalid then. */
export const deletePrincipal = (key, id) => ({ method: "DELETE", path: inDatabase(`/principals/${encodeURIComponent(key)}`, id) });

/** Returns what the clock shows. */
export const getClock = (id) => ({ method: "GET", path: inDatabase("/clock", id) });

/** Sets, advances, freezes or resumes the clock, and does what is due by then. */
export const changeClock = (body, id) => ({ method: "PATCH", path: inDatabase("/clock", id), body });

/** Advances the clock until nothing waits for it: no table, index or replica is being changed, no export, import or bulk operation is in progress, and other Regions and Kinesis data streams have received every change. */
export const settle = (body, id) => ({ method: "POST", path: inDatabase("/settle", id), body });

/** Deletes the items whose time to live has expired by the clock, at once. */
export const deleteExpiredItems = (id) => ({ method: "POST", path: inDatabase("/expire", id) });

/** Returns whether the database throttles. */
export const getThrottling = (id) => ({ method: "GET", path: inDatabase("/throttling", id) });

/** Lets the database throttle requests by the throughput of its tables, indexes and partitions, or no longer. Begins as if all tables had been idle. */
export const changeThrottling = (body, id) => ({ method: "PATCH", path: inDatabase("/throttling", id), body });

/** Returns the most accessed and the most throttled keys of a table or index since Contributor Insights was enabled for it. */
export const listContributors = (parameters, id) => ({ method: "GET", path: inDatabase("/contributors" + query(parameters), id) });

/** Returns the Regions of a database. */
export const listRegions = (id) => ({ method: "GET", path: inDatabase("/regions", id) });

/** Adds a Region, which begins without tables. UpdateTable with ReplicaUpdates does so, too. */
export const addRegion = (body, id) => ({ method: "POST", path: inDatabase("/regions", id), body });

/** Returns the replication between the Regions, with what has not been sent. */
export const getReplication = (id) => ({ method: "GET", path: inDatabase("/replication", id) });

/** Pauses, delays or resumes replication, cuts a Region off or connects it again, or sends everything at once. */
export const changeReplication = (body, id) => ({ method: "PATCH", path: inDatabase("/replication", id), body });

/** Returns the snapshots with a name. */
export const listSnapshots = (id) => ({ method: "GET", path: inDatabase("/snapshots", id) });

/** Keeps the present data under a name, or again. */
export const takeSnapshot = (name, id) => ({ method: "PUT", path: inDatabase(`/snapshots/${encodeURIComponent(name)}`, id) });

/** Returns a snapshot. */
export const describeSnapshot = (name, id) => ({ method: "GET", path: inDatabase(`/snapshots/${encodeURIComponent(name)}`, id) });

/** Deletes a snapshot, if it exists. */
export const deleteSnapshot = (name, id) => ({ method: "DELETE", path: inDatabase(`/snapshots/${encodeURIComponent(name)}`, id) });

/** Sets the data back to a snapshot. The clock continues. */
export const restoreSnapshot = (name, id) => ({ method: "POST", path: inDatabase(`/snapshots/${encodeURIComponent(name)}/restore`, id) });

/** Returns what has changed since a snapshot, or compared with another database. */
export const compareStates = (parameters, id) => ({ method: "GET", path: inDatabase("/diff" + query(parameters), id) });

/** Loads schema and seed files, all or nothing. */
export const loadFiles = (body, id) => ({ method: "POST", path: inDatabase("/load", id), body });

/** Returns the items as lines of DynamoDB JSON, which the seed files may have. */
export const dumpItems = (parameters, id) => ({ method: "GET", path: inDatabase("/dump" + query(parameters), id) });

/** Adds a rule that injects a fault. */
export const addFault = (body, id) => ({ method: "POST", path: inDatabase("/faults", id), body });

/** Returns the rules with their counts. */
export const listFaults = (id) => ({ method: "GET", path: inDatabase("/faults", id) });

/** Returns a rule with its counts. */
export const describeFault = (fault, id) => ({ method: "GET", path: inDatabase(`/faults/${encodeURIComponent(fault)}`, id) });

/** Removes all rules. */
export const removeFaults = (id) => ({ method: "DELETE", path: inDatabase("/faults", id) });

/** Removes a rule, if it exists. */
export const removeFault = (fault, id) => ({ method: "DELETE", path: inDatabase(`/faults/${encodeURIComponent(fault)}`, id) });

/** Lets a function receive the stream records of a table. The mapping ends with its database, and continues after a reset. */
export const createEventSourceMapping = (body, id) => ({ method: "POST", path: inDatabase("/event-source-mappings", id), body });

/** Returns the mappings with their counts, and what they have still to deliver. */
export const listEventSourceMappings = (id) => ({ method: "GET", path: inDatabase("/event-source-mappings", id) });

/** Returns a mapping with its counts, and what it has still to deliver. */
export const describeEventSourceMapping = (mapping, id) => ({ method: "GET", path: inDatabase(`/event-source-mappings/${encodeURIComponent(mapping)}`, id) });

/** Ends a mapping, if it exists. */
export const deleteEventSourceMapping = (mapping, id) => ({ method: "DELETE", path: inDatabase(`/event-source-mappings/${encodeURIComponent(mapping)}`, id) });

/** Delivers the records of all mappings of the database, and answers when none is left. Instead of waiting, it advances the clock of the database. */
export const drainEventSourceMapping = (mapping, body, id) => ({ method: "POST", path: inDatabase(`/event-source-mappings/${encodeURIComponent(mapping)}/drain`, id), body });

/** Returns the Kinesis destinations of all tables, with how many changes they have not received. */
export const listKinesisDestinations = (id) => ({ method: "GET", path: inDatabase("/kinesis-destinations", id) });

/** Writes all changes to the Kinesis destinations of the database, and answers when none is left. Instead of waiting, it advances the clock of the database. Needs a server with --kinesis-endpoint. */
export const drainKinesisDestinations = (body, id) => ({ method: "POST", path: inDatabase("/kinesis-destinations/drain", id), body });

/** Returns an item with its size, its index entries, its time to live, and what it was before. */
export const describeItem = (body, id) => ({ method: "POST", path: inDatabase("/describe-item", id), body });

/** Returns the last requests. They are kept from the first call on, or from the start with --requests. */
export const listRequests = (parameters, id) => ({ method: "GET", path: inDatabase("/requests" + query(parameters), id) });

/** Forgets the requests so far. */
export const clearRequests = (id) => ({ method: "DELETE", path: inDatabase("/requests", id) });

/** Sends each request as a server-sent event as it ends. */
export const watchRequests = (id) => ({ method: "GET", path: inDatabase("/events", id) });

/** Returns a request that is kept with its plan, what would have been enough, and the findings about its kind. */
export const describeRequest = (number, id) => ({ method: "GET", path: inDatabase(`/requests/${encodeURIComponent(number)}`, id) });

/** Returns a design file: that of the declared design, or a draft by the requests that are kept. */
export const draftDesign = (parameters, id) => ({ method: "GET", path: inDatabase("/design" + query(parameters), id) });

/** Declares the design of the database, which its report is about from then on. */
export const declareDesign = (body, id) => ({ method: "PUT", path: inDatabase("/design", id), body });

/** Forgets the declared design, if there is one. */
export const removeDesign = (id) => ({ method: "DELETE", path: inDatabase("/design", id) });

/** Returns the entities of the declared design, or of a draft by the requests that are kept. */
export const listEntities = (id) => ({ method: "GET", path: inDatabase("/entities", id) });

/** Returns the report of the design lab on the requests that are kept. */
export const reportDesign = (parameters, id) => ({ method: "GET", path: inDatabase("/report" + query(parameters), id) });

/** Starts an exploration: pieces of code, which the client runs, are run with all orders of their requests that can matter, each time on a copy of the database. Answers with the first turn. */
export const startExploration = (body, id) => ({ method: "POST", path: inDatabase("/explorations", id), body });

/** Answers when the client has something to do: to start pieces, to check an execution, or to read the result; after 20 seconds in any case. If the client goes away before, the exploration ends. */
export const awaitTurn = (exploration, body, id) => ({ method: "POST", path: inDatabase(`/explorations/${encodeURIComponent(exploration)}/turns`, id), body });

/** Reports that a piece has ended. */
export const reportEnd = (exploration, body, id) => ({ method: "POST", path: inDatabase(`/explorations/${encodeURIComponent(exploration)}/ends`, id), body });

/** Ends an exploration, if it exists. It also ends after 60 seconds without a request. */
export const endExploration = (exploration, id) => ({ method: "DELETE", path: inDatabase(`/explorations/${encodeURIComponent(exploration)}`, id) });

/** Answers while the server runs. */
export const health = () => ({ method: "GET", path: "/health" });

/** Answers when the files of the server are loaded. */
export const ready = () => ({ method: "GET", path: "/ready" });

/** Returns metrics in Prometheus' text format, which count from the first call on. */
export const metrics = () => ({ method: "GET", path: "/metrics" });

/** Renews the lease of a server that was started with --lease. */
export const renewLease = () => ({ method: "POST", path: "/lease" });

/** Returns this document. */
export const openapi = () => ({ method: "GET", path: "/openapi.json" });

/** The kinds of faults; the JUnit extension has a method for each. */
export const FaultName = {
  "throttle" : {
    "text" : "rejects the request as throttled",
    "members" : [
      "limit"
    ],
    "required" : [ ]
  },
  "unprocessed" : {
    "text" : "leaves parts of a batch unprocessed",
    "members" : [
      "parts"
    ],
    "required" : [ ]
  },
  "serverError" : {
    "text" : "answers with an InternalServerError, and does nothing",
    "members" : [ ],
    "required" : [ ]
  },
  "serverErrorAfterwards" : {
    "text" : "does what was asked, and answers with an InternalServerError",
    "members" : [ ],
    "required" : [ ]
  },
  "error" : {
    "text" : "answers with an error of one's choice, and does nothing",
    "members" : [
      "code",
      "message",
      "status"
    ],
    "required" : [
      "code"
    ]
  },
  "dropConnection" : {
    "text" : "closes the connection, and does nothing",
    "members" : [ ],
    "required" : [ ]
  },
  "dropConnectionAfterwards" : {
    "text" : "does what was asked, and closes the connection",
    "members" : [ ],
    "required" : [ ]
  },
  "latency" : {
    "text" : "lets the clock of the database advance",
    "members" : [
      "duration"
    ],
    "required" : [
      "duration"
    ]
  },
  "realLatency" : {
    "text" : "lets the client wait",
    "members" : [
      "duration"
    ],
    "required" : [
      "duration"
    ]
  },
  "transactionConflict" : {
    "text" : "cancels as if another transaction were writing the item",
    "members" : [ ],
    "required" : [ ]
  },
  "transactionInProgress" : {
    "text" : "rejects a transaction whose token is in use",
    "members" : [ ],
    "required" : [ ]
  },
  "pagesOf" : {
    "text" : "returns pages of a few items",
    "members" : [
      "items"
    ],
    "required" : [
      "items"
    ]
  },
  "staleReads" : {
    "text" : "reads an older state",
    "members" : [
      "commits",
      "duration"
    ],
    "required" : [ ]
  },
  "laggingIndex" : {
    "text" : "reads an older state of an index",
    "members" : [
      "commits",
      "duration"
    ],
    "required" : [ ]
  },
  "lateRecords" : {
    "text" : "returns stream records later",
    "members" : [
      "duration"
    ],
    "required" : [
      "duration"
    ]
  },
  "repeatedRecords" : {
    "text" : "returns stream records again",
    "members" : [ ],
    "required" : [ ]
  }
};

/** The members that only some of them have. */
export const FaultToAdd = {
  "code" : {
    "text" : "For `error`: the name of its type, such as ServiceUnavailableException; 1 to 100 letters, digits, dots and underscores.",
    "type" : "text",
    "values" : [ ]
  },
  "commits" : {
    "text" : "For `staleReads` and `laggingIndex`: how many commits the state is old.",
    "type" : "number",
    "values" : [ ]
  },
  "duration" : {
    "text" : "For `latency`, `realLatency` and `lateRecords`: the delay. For `staleReads` and `laggingIndex`: the age of the state.",
    "type" : "text",
    "values" : [ ]
  },
  "items" : {
    "text" : "For `pagesOf`: how many items a page has at most.",
    "type" : "number",
    "values" : [ ]
  },
  "limit" : {
    "text" : "For `throttle`: the limit that is exceeded.",
    "type" : "text",
    "values" : [
      "provisioned",
      "keyRange",
      "maxOnDemand",
      "account"
    ]
  },
  "message" : {
    "text" : "For `error`: its message, at most 1000 characters; none by default.",
    "type" : "text",
    "values" : [ ]
  },
  "parts" : {
    "text" : "For `unprocessed`: how many parts of a batch are unprocessed at most; default 1.",
    "type" : "number",
    "values" : [ ]
  },
  "status" : {
    "text" : "For `error`: the HTTP status of the response, 400 to 599; 400 by default.",
    "type" : "number",
    "values" : [ ]
  }
};

/** The buttons of views, which do what commands do. */
export const BUTTONS = {
  "time" : [
    {
      "label" : "Settle",
      "text" : "Advances the clock of a database until no table, index, replica, export, import or bulk operation waits for it, and other Regions and Kinesis data streams have received every change; prints what it waited for.",
      "command" : "settle",
      "request" : "settle",
      "parameters" : [
        {
          "name" : "within",
          "option" : "",
          "text" : "How far the clock may be advanced, such as 1h."
        }
      ],
      "shows" : "waits",
      "columns" : [
        {
          "title" : "UNTIL",
          "name" : "until"
        },
        {
          "title" : "WAITED FOR",
          "name" : "what"
        }
      ]
    },
    {
      "label" : "Delete what has expired",
      "text" : "Deletes the items of a database whose time to live has expired, and prints how many they were.",
      "command" : "expire",
      "request" : "deleteExpiredItems",
      "parameters" : [ ],
      "shows" : "deleted",
      "columns" : [ ]
    }
  ]
};
