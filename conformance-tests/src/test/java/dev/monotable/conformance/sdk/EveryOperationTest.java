package dev.monotable.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.monotable.conformance.Program;
import dev.monotable.conformance.Program.Result;
import dev.monotable.conformance.PythonInterpreter;
import dev.monotable.conformance.Server;
import dev.monotable.conformance.ServerProcess;
import dev.monotable.conformance.cases.Answer;
import dev.monotable.conformance.cases.Difference;
import dev.monotable.conformance.cases.Kept;
import dev.monotable.conformance.cases.SdkSubject;
import dev.monotable.conformance.cases.Step;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tests that every operation of the AWS SDKs for Java and Python is answered, as {@code
 * every-operation.yaml} says.
 *
 * <p>If Python or boto3 is not available, its test is skipped; in CI, it fails.
 */
@Tag("slow")
@Timeout(1500)
class EveryOperationTest {
  private static final Path STEPS = Path.of("src", "test", "resources", "every-operation.yaml");
  private static final Path SOURCES = Path.of("src", "test", "python");
  private static final Path DIRECTORY = Path.of("target", "python-operations");

  /** The clients that an operation may belong to. */
  private static final List<Class<?>> CLIENTS =
      List.of(DynamoDbClient.class, DynamoDbStreamsClient.class);

  @TempDir private Path buckets;

  private ServerProcess start() throws Exception {
    assumeFalse(Server.isForeign(), "another endpoint may have other tables");
    Files.createDirectory(buckets.resolve("files"));
    return ServerProcess.start("--s3", buckets.toString());
  }

  @Test
  void everyOperationOfTheSdkForJavaIsAnswered() throws Exception {
    List<String> found = new ArrayList<>();
    Set<String> called = new LinkedHashSet<>();
    Map<String, Method> operations = operations();
    try (ServerProcess server = start();
        DynamoDbClient tables =
            configured(DynamoDbClient.builder(), server)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
        DynamoDbStreamsClient streams =
            configured(DynamoDbStreamsClient.builder(), server)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build()) {
      Kept kept = new Kept();
      for (JsonNode node : new YAMLMapper().readTree(STEPS.toFile())) {
        Step step = Step.of(node);
        called.add(step.operation());
        Method method = operations.get(step.operation());
        assertThat(method).as(step.operation()).isNotNull();
        Object client = method.getDeclaringClass().isInstance(tables) ? tables : streams;
        Answer answer = SdkSubject.answer(() -> method.invoke(client, request(step, kept)));
        String operation = step.operation() + ": ";
        differences(node, step, answer).forEach(line -> found.add(operation + line));
        kept.keep(step.keep(), answer.body());
      }
    }
    assertThat(found).isEmpty();
    assertThat(called).containsAll(operations.keySet());
  }

  /** Returns the methods of the clients that call an operation, by its name. */
  private static Map<String, Method> operations() {
    Map<String, Method> operations = new TreeMap<>();
    for (Class<?> client : CLIENTS) {
      for (Method method : client.getMethods()) {
        String type =
            method.getParameterCount() == 1 ? method.getParameterTypes()[0].getSimpleName() : "";
        if (type.endsWith("Request")
            && method.getReturnType().getSimpleName().endsWith("Response")) {
          operations.put(type.substring(0, type.length() - "Request".length()), method);
        }
      }
    }
    return operations;
  }

  private static <B extends AwsClientBuilder<B, ?>> B configured(B builder, ServerProcess server) {
    return builder
        .endpointOverride(server.endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")));
  }

  private static Object request(Step step, Kept kept) {
    return SdkSubject.request(step.operation(), kept.inJson(step.request().toString()));
  }

  private static List<String> differences(JsonNode node, Step step, Answer answer) {
    if (node.has("error")) {
      String error = node.get("error").asText() + ": " + node.get("message").asText();
      String type = answer.body().path("__type").asText();
      String was =
          type.substring(type.indexOf('#') + 1) + ": " + answer.body().path("message").asText();
      return error.equals(was) ? List.of() : List.of("expected " + error + ", was " + was);
    }
    return answer.status() == 200
        ? Difference.between(step, answer.body())
        : List.of(answer.body().toString());
  }

  @Test
  void everyOperationOfTheSdkForPythonIsAnswered() throws Exception {
    Program python = new Program(SOURCES, DIRECTORY);
    python.requireVersion("python3", "--version");
    python.copy(List.of("requirements.txt", "every_operation.py"));
    String interpreter =
        PythonInterpreter.find(python, "boto3, yaml; assert boto3.__version__ == '1.44.8'");
    try (ServerProcess server = start()) {
      Result calls =
          python
              .with("MONOTABLE_ENDPOINT", server.endpoint().toString())
              .with("EVERY_OPERATION", STEPS.toAbsolutePath().toString())
              .run(600, interpreter, "every_operation.py");

      assertThat(calls.exitCode()).as(calls.output()).isZero();
      assertThat(calls.output()).startsWith("boto3 1.44.8: ").contains(" operations called");
    }
  }
}
