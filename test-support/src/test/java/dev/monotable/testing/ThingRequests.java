package dev.monotable.testing;

import java.nio.charset.StandardCharsets;

/** Builds requests on the table Things as an SDK sends them. */
public final class ThingRequests {
  /** The name of the table. */
  public static final String TABLE = "Things";

  /** A CreateTable. */
  public static final String CREATE_TABLE =
      operation(
          "CreateTable",
          "{\"TableName\":\"Things\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
              + "\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
              + "\"BillingMode\":\"PAY_PER_REQUEST\"}");

  /** A DeleteTable. */
  public static final String DELETE_TABLE = operation("DeleteTable", "{\"TableName\":\"Things\"}");

  private ThingRequests() {}

  /** Returns a request to an operation. */
  public static String operation(String name, String body) {
    return operation(name, "", body);
  }

  /**
   * Returns a request to an operation.
   *
   * @param moreHeaders additional header lines, each with its line break
   */
  public static String operation(String name, String moreHeaders, String body) {
    return head(name, moreHeaders, body.getBytes(StandardCharsets.UTF_8).length) + body;
  }

  /** Returns the head of a request to an operation. */
  public static String head(String name, String moreHeaders, long contentLength) {
    return start(name) + moreHeaders + "Content-Length: " + contentLength + "\r\n\r\n";
  }

  /** Returns the start of a head, without a Content-Length and without its final line break. */
  public static String start(String name) {
    return "POST / HTTP/1.1\r\n"
        + "Host: localhost\r\n"
        + "X-Amz-Target: DynamoDB_20120810."
        + name
        + "\r\n"
        + "Content-Type: application/x-amz-json-1.0\r\n"
        + "X-Amz-Date: 20260101T000000Z\r\n"
        + "Authorization: AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request,"
        + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0\r\n";
  }

  /** Returns a PutItem. */
  public static String putItem(String key, String value) {
    return operation("PutItem", putItemBody(key, value));
  }

  /** Returns the body of a PutItem. */
  public static String putItemBody(String key, String value) {
    return "{\"TableName\":\"Things\",\"Item\":" + item(key, value) + "}";
  }

  /** Returns a GetItem. */
  public static String getItem(String key) {
    return operation("GetItem", getItemBody(key));
  }

  /** Returns the body of a GetItem. */
  public static String getItemBody(String key) {
    return "{\"TableName\":\"Things\",\"Key\":{\"PK\":{\"S\":\"" + key + "\"}}}";
  }

  /** Returns an item as DynamoDB JSON. */
  public static String item(String key, String value) {
    return "{\"PK\":{\"S\":\"" + key + "\"},\"v\":{\"S\":\"" + value + "\"}}";
  }

  /** Returns the response of GetItem for an item that {@link #putItem} stored. */
  public static String found(String key, String value) {
    return "{\"Item\":" + item(key, value) + "}";
  }
}
