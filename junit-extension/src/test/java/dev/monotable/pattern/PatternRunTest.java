package dev.monotable.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Counter;
import dev.monotable.Monotable;
import dev.monotable.Transport;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Blocks that use an access pattern, without JUnit. */
@Timeout(600)
class PatternRunTest {
  private final Monotable db = Monotable.builder().table("Counters", Counter.class).create();

  @AfterEach
  void close() {
    db.close();
  }

  private static String get(DynamoDbClient client, int id) {
    return client
        .getItem(r -> r.tableName("Counters").key(Map.of("id", AttributeValue.fromN("" + id))))
        .item()
        .toString();
  }

  @Test
  void aBlockReturnsItsResult() {
    assertThat(db.pattern("a counter", () -> get(db.client(), 1))).isEqualTo("{}");
    List<String> done = new ArrayList<>();
    db.pattern(
        "a counter",
        () -> {
          done.add(get(db.client(), 1));
        });
    assertThat(done).containsExactly("{}");
  }

  @Test
  void aBlockMayThrowACheckedException() {
    assertThatThrownBy(
            () ->
                db.pattern("a counter")
                    .maxRequests(0)
                    .call(
                        () -> {
                          get(db.client(), 1);
                          throw new IOException("as expected");
                        }))
        .isInstanceOf(IOException.class)
        .hasMessage("as expected")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .asString()
                    .startsWith(
                        "dev.monotable.pattern.BrokenContractError: The access pattern \"a"
                            + " counter\""));
  }

  @Test
  void aBrokenContractIsAnErrorWithItsParts() {
    assertThatThrownBy(() -> db.pattern("a counter").maxReadUnits(0).run(() -> get(db.client(), 1)))
        .isInstanceOfSatisfying(
            BrokenContractError.class,
            e ->
                assertThat(e.contracts())
                    .singleElement()
                    .satisfies(contract -> assertThat(contract.pattern()).isEqualTo("a counter")))
        .hasMessage(
            """
            The access pattern "a counter" breaks its contract:
              0.5 read units, at most 0 allowed
                GetItem Counters id = 1: 0 items, 0 bytes, 0.5 read units\
            """);
  }

  @Test
  void requestsToAForkCount() {
    try (Monotable fork = db.fork();
        Monotable second = fork.fork()) {
      db.pattern("a counter").maxRequests(1).run(() -> get(fork.client(), 1));
      fork.pattern("a counter").maxRequests(1).run(() -> get(second.client(), 1));
      assertThatThrownBy(
              () ->
                  db.pattern("a counter")
                      .maxRequests(1)
                      .run(
                          () -> {
                            get(db.client(), 1);
                            get(second.client(), 2);
                          }))
          .hasMessageStartingWith(
              "The access pattern \"a counter\" breaks its contract:\n"
                  + "  2 requests, at most 1 allowed\n");
    }
  }

  @Test
  void requestsToADatabaseWithARestoredSnapshotDoNotCount() {
    try (Monotable other = Monotable.create()) {
      other.restore(db.snapshot());
      db.pattern("a counter").maxRequests(0).run(() -> get(other.client(), 1));
    }
  }

  @Test
  void whatIsRequestedBeforeAndAfterwardsDoesNotCount() {
    get(db.client(), 1);
    db.pattern("a counter").maxRequests(1).run(() -> get(db.client(), 1));
    get(db.client(), 1);
    db.pattern("a counter").maxRequests(1).run(() -> get(db.client(), 1));
  }

  @Test
  void aBlockInsideAnotherCountsForBoth() {
    assertThatThrownBy(
            () ->
                db.pattern("outer")
                    .maxRequests(1)
                    .run(
                        () -> {
                          get(db.client(), 1);
                          db.pattern("inner").maxRequests(1).run(() -> get(db.client(), 2));
                        }))
        .hasMessage(
            """
            The access pattern "outer" breaks its contract:
              2 requests, at most 1 allowed
                GetItem Counters id = 1: 0 items, 0 bytes, 0.5 read units
                GetItem Counters id = 2: 0 items, 0 bytes, 0.5 read units
                enough: one BatchGetItem instead of 2 GetItem requests\
            """);
  }

  @Test
  void blocksOfTwoThreadsCountTheirOwnRequests() {
    CyclicBarrier both = new CyclicBarrier(2);
    Callable<Boolean> work =
        () -> {
          db.pattern("counters")
              .maxRequests(5)
              .run(
                  () -> {
                    both.await();
                    for (int i = 0; i < 5; i++) {
                      get(db.client(), i);
                    }
                    both.await();
                  });
          return true;
        };
    CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> called(work));

    assertThat(called(work) && other.join()).isTrue();
  }

  private static boolean called(Callable<Boolean> work) {
    try {
      return work.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void requestsOverHttpCount() throws Exception {
    URI endpoint = db.endpoint();
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .header("X-Amz-Target", "DynamoDB_20120810.GetItem")
            .header("X-Amz-Date", "20260101T000000Z")
            .header("Content-Type", "application/x-amz-json-1.0")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=0")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"TableName\":\"Counters\",\"Key\":{\"id\":{\"N\":\"1\"}}}"))
            .build();

    assertThatThrownBy(
            () ->
                db.pattern("a counter")
                    .maxRequests(0)
                    .run(() -> http.send(request, HttpResponse.BodyHandlers.ofString())))
        .hasMessage(
            """
            The access pattern "a counter" breaks its contract:
              1 request, at most 0 allowed
                GetItem Counters id = 1: 0 items, 0 bytes, 0.5 read units\
            """);
  }

  @Test
  void aDesignDeclaresTheBudget() {
    try (Monotable chat =
        Monotable.builder()
            .schema("/dev/monotable/junit/schemas/create-table.json")
            .design("/dev/monotable/junit/designs/chat.yaml")
            .create()) {
      Map<String, AttributeValue> key =
          Map.of("PK", AttributeValue.fromS("ROOM#1"), "SK", AttributeValue.fromS("MSG#1"));
      assertThatThrownBy(
              () ->
                  chat.pattern(
                      "a message",
                      () ->
                          chat.client()
                              .getItem(r -> r.tableName("Chat").key(key).consistentRead(true))))
          .hasMessage(
              """
              The access pattern "a message" breaks its contract:
                1 read unit, at most 0.5 allowed
                  GetItem Chat PK = "ROOM#1" and SK = "MSG#1" consistent: 0 items, 0 bytes, 1 read unit
                  enough: an eventually consistent read, which costs half: 0.5 read units\
              """);
      assertThatThrownBy(() -> chat.pattern("a mesage", () -> "unused"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the design \"Chat\" declares no access pattern \"a mesage\", but \"messages of a"
                  + " room\", \"messages of an author\", \"a message\", \"send a message\"");
    }
  }

  @Test
  void aHandleThatFollowsChecksTheCurrentDatabase() {
    try (Monotable following = Monotable.following(() -> db, Transport.IN_PROCESS)) {
      assertThatThrownBy(
              () ->
                  following
                      .pattern("a counter")
                      .maxRequests(0)
                      .run(() -> get(following.client(), 1)))
          .isInstanceOf(BrokenContractError.class);
    }
  }

  // ---- what is loaded

  /** Uses a database without contracts; runs in a class loader of its own. */
  public static final class WithoutContracts implements Callable<String> {
    @Override
    public String call() {
      try (Monotable db = Monotable.builder().table("Counters", Counter.class).create();
          Monotable fork = db.fork()) {
        return get(fork.client(), 1) + fork.requests().size() + fork.report().contains("GetItem");
      }
    }
  }

  @Test
  void theDesignLabIsNotLoadedWithoutContracts() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    List<String> loaded = new ArrayList<>();
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("dev.monotable.")) {
              loaded.add(name);
            }
            return super.findClass(name);
          }
        }) {
      Object code =
          loader.loadClass(WithoutContracts.class.getName()).getDeclaredConstructor().newInstance();
      assertThat(((Callable<?>) code).call()).isEqualTo("{}1true");
    }

    assertThat(loaded)
        .contains("dev.monotable.pattern.Senders")
        .noneMatch(name -> name.startsWith("dev.monotable.design."));
  }
}
