package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.conformance.Dynamo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** A database that is called through the AWS SDK and uses the system clock. */
final class SdkSubject implements Subject {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Dynamo dynamo;

  SdkSubject(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  @Override
  public Answer send(String operation, String body) {
    Object request = request(operation, body);
    try {
      if (request instanceof CreateTableRequest table) {
        dynamo.create(table);
        return new Answer(200, JsonNodeFactory.instance.objectNode());
      }
      return new Answer(200, SdkJson.json(call(operation, request)));
    } catch (DynamoDbException e) {
      ObjectNode error = SdkJson.json(e);
      error.put("__type", "com.amazonaws.dynamodb#" + e.awsErrorDetails().errorCode());
      error.put("message", e.awsErrorDetails().errorMessage());
      return new Answer(e.statusCode(), error);
    }
  }

  private static Object request(String operation, String body) {
    try {
      Object builder =
          Class.forName(CreateTableRequest.class.getPackageName() + '.' + operation + "Request")
              .getMethod("builder")
              .invoke(null);
      return SdkJson.build((SdkPojo) builder, JSON.readTree(body));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no such operation: " + operation, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SdkPojo call(String operation, Object request) {
    String method = Character.toLowerCase(operation.charAt(0)) + operation.substring(1);
    try {
      return (SdkPojo)
          DynamoDbClient.class
              .getMethod(method, request.getClass())
              .invoke(dynamo.client(), request);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no such operation: " + operation, e);
    }
  }

  @Override
  public void advance(Duration time) {
    throw new UnsupportedOperationException("the time of a server is its own");
  }

  @Override
  public void close() {
    dynamo.clear();
  }
}
