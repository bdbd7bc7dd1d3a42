package dev.monotable.http;

import java.nio.charset.StandardCharsets;

/** Requests as an SDK sends them. */
final class Requests {
  static final String TABLE = "Things";

  static final String CREATE_TABLE =
      operation(
          "CreateTable",
          "{\"TableName\":\"Things\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
              + "\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
              + "\"BillingMode\":\"PAY_PER_REQUEST\"}");

  static final String DELETE_TABLE = operation("DeleteTable", "{\"TableName\":\"Things\"}");

  private Requests() {}

  static String operation(String name, String body) {
    return operation(name, "", body);
  }

  /**
   * @param moreHeaders whole lines, each with its end
   */
  static String operation(String name, String moreHeaders, String body) {
    return head(name, moreHeaders, body.getBytes(StandardCharsets.UTF_8).length) + body;
  }

  static String head(String name, String moreHeaders, long contentLength) {
    return start(name) + moreHeaders + "Content-Length: " + contentLength + "\r\n\r\n";
  }

  /** The head without its end and without a length. */
  static String start(String name) {
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

  static String putItem(String key, String value) {
    return operation("PutItem", putItemBody(key, value));
  }

  static String putItemBody(String key, String value) {
    return "{\"TableName\":\"Things\",\"Item\":" + item(key, value) + "}";
  }

  static String getItem(String key) {
    return operation("GetItem", getItemBody(key));
  }

  static String getItemBody(String key) {
    return "{\"TableName\":\"Things\",\"Key\":{\"PK\":{\"S\":\"" + key + "\"}}}";
  }

  static String item(String key, String value) {
    return "{\"PK\":{\"S\":\"" + key + "\"},\"v\":{\"S\":\"" + value + "\"}}";
  }

  /** What GetItem answers for an item put by {@link #putItem}. */
  static String found(String key, String value) {
    return "{\"Item\":" + item(key, value) + "}";
  }
}
