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
public final class SdkSubject implements Subject {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Dynamo dynamo;

  SdkSubject(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  @Override
  public Answer send(String region, String operation, String body) {
    if (!region.equals(HOME)) {
      throw new UnsupportedOperationException("a client has one Region");
    }
    Object request = request(operation, body);
    if (request instanceof CreateTableRequest table) {
      try {
        dynamo.create(table);
        return new Answer(200, JsonNodeFactory.instance.objectNode());
      } catch (DynamoDbException e) {
        return error(e);
      }
    }
    String method = Character.toLowerCase(operation.charAt(0)) + operation.substring(1);
    return answer(
        () ->
            DynamoDbClient.class
                .getMethod(method, request.getClass())
                .invoke(dynamo.client(), request));
  }

  /** A call of a method of a client, which returns an object of the SDK. */
  @FunctionalInterface
  public interface Call {
    Object run() throws ReflectiveOperationException;
  }

  /** Returns the answer to a call. */
  public static Answer answer(Call call) {
    try {
      return new Answer(200, SdkJson.json((SdkPojo) call.run()));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof DynamoDbException failure) {
        return error(failure);
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no such operation", e);
    }
  }

  private static Answer error(DynamoDbException e) {
    ObjectNode error = SdkJson.json(e);
    error.put("__type", "com.amazonaws.dynamodb#" + e.awsErrorDetails().errorCode());
    error.put("message", e.awsErrorDetails().errorMessage());
    return new Answer(e.statusCode(), error);
  }

  /** Returns a request of the SDK with the members of a JSON object. */
  public static Object request(String operation, String body) {
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

  @Override
  public void advance(Duration time) {
    throw new UnsupportedOperationException("the time of a server is its own");
  }

  @Override
  public void close() {
    dynamo.clear();
  }
}
