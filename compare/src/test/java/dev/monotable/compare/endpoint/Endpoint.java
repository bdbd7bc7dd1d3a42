package dev.monotable.compare.endpoint;

/** An endpoint of the DynamoDB API. */
public interface Endpoint {
  Reply call(Request request);
}
