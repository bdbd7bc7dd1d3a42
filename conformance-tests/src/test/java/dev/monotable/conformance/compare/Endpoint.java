package dev.monotable.conformance.compare;

/** Something that answers as DynamoDB does. */
interface Endpoint {
  Answer call(Request request);
}
