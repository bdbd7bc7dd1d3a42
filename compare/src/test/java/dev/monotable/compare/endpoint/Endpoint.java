package dev.monotable.compare.endpoint;

/** Something that answers as DynamoDB does. */
public interface Endpoint {
  Reply call(Request request);
}
