/**
 * Errors: what can be wrong with a request, as {@link dev.monotable.engine.error.Fault} values, and
 * the message of AWS for each. The families of faults are generated from the table in {@code
 * engine/src/main/faults}.
 *
 * <p>The table names the source of a text by a short name, after which the file or the finding
 * follows:
 *
 * <ul>
 *   <li><i>dynalite</i>: architect/dynalite, {@code test/} and {@code validations/}, written
 *       against the live service before 2020;
 *   <li><i>parity</i>: paritysuite/dynamodb-conformance and nubo-db/dynamodb-conformance, {@code
 *       tests/}, {@code captures/} and {@code registry/}, checked against the live service in 2026;
 *   <li><i>extenddb</i>: ExtendDB/extenddb, {@code tests/}, checked against the live service in
 *       2026;
 *   <li><i>alternator</i>: scylladb/scylladb, {@code test/alternator/}, also run against the live
 *       service;
 *   <li><i>floci</i>: floci-io/floci, {@code DynamoDbPartiQLEdgeCaseIntegrationTest} and {@code
 *       DynamoDbPartiQLDocumentedSyntaxIntegrationTest}, recorded from the service;
 *   <li><i>dynoxide</i>: nubo-db/dynoxide, {@code tests/} and {@code src/partiql/parser.rs},
 *       recorded from the service;
 *   <li><i>dbimp</i>: xo/dbimp, {@code DYNAMODB.md}, recorded from DynamoDB Local;
 *   <li>DDB-TABLE-1 and the like: the finding of that number in aws-controllers-k8s's
 *       dynamodb-controller, {@code docs/api-quirks}, recorded in October 2026.
 * </ul>
 */
@NullMarked
package dev.monotable.engine.error;

import org.jspecify.annotations.NullMarked;
