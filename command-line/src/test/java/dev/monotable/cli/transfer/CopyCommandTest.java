package dev.monotable.cli.transfer;

import static dev.monotable.testing.Calls.delete;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.cli.serve.TlsEndpoint;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.observe.RequestLog;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.testing.TestServer;
import dev.monotable.value.Item;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class CopyCommandTest extends EndpointsFixture {
  @TempDir Path directory;

  @Test
  void aTableIsCopiedWithAllThatItHas() {
    createChat(left);
    putChat(left, 3000);
    createPlain(left, "Empty");

    assertThat(copy()).as(printed(err)).isZero();

    assertThat(printed(out)).isEqualTo("Chat: 3000 items\nEmpty: 0 items\n");
    assertThat(printed(err)).isEmpty();
    assertThat(items(right, "Chat")).isEqualTo(items(left, "Chat"));
    DefinedTable source = DefinedTable.find(open(leftUrl()), "Chat");
    assertThat(DefinedTable.find(open(rightUrl()), "Chat")).isEqualTo(source);
    assertThat(source.timeToLive()).isEqualTo("expires");
    assertThat(source.request().tags()).hasSize(1);
    assertThat(run(new DiffCommand(), leftUrl(), rightUrl())).isZero();
    assertThat(printed(out)).isEqualTo("2 tables, 0 differences\n");
  }

  @Test
  void unprocessedItemsAreSentAgain() {
    createChat(left);
    putChat(left, 200);
    right
        .faults()
        .add(
            FaultRule.on(Operations.BATCH_WRITE_ITEM)
                .probability(0.5)
                .times(20)
                .inject(new InjectedFault.Unprocessed(25, 0.5)));

    assertThat(copy()).isZero();

    assertThat(items(right, "Chat")).isEqualTo(items(left, "Chat"));
  }

  @Test
  void anInterruptedCopyGoesOn() throws Exception {
    Snapshot empty = right.snapshot();
    createChat(left);
    putChat(left, 4000);
    Path checkpoint = directory.resolve("copy.json");
    left.faults().add(FaultRule.on(Operations.SCAN).inject(new InjectedFault.ShortPage(100)));
    // One item is too large for the other side.
    put(
        left,
        "Chat",
        "{\"PK\":{\"S\":\"ROOM#3\"},\"SK\":{\"N\":\"2000\"},\"x\":{\"S\":\""
            + "x".repeat(5000)
            + "\"}}");

    assertThat(copy("--checkpoint=" + checkpoint, "--segments=2")).isEqualTo(3);
    assertThat(printed(err))
        .startsWith(
            "monotable: RIGHT: ValidationException: Item size has exceeded the maximum"
                + " allowed size ({\"PK\":{\"S\":\"ROOM#3\"},\"SK\":{\"N\":\"2000\"}")
        .endsWith("...)\nmonotable: the same command continues where this one ended\n");
    assertThat(Files.readString(checkpoint)).contains("\"Chat/0\": \"{");

    assertThat(copy("--checkpoint=" + checkpoint, "--segments=3")).isEqualTo(2);
    assertThat(printed(err))
        .startsWith("monotable: " + checkpoint + " is the checkpoint of another copy; delete it");

    Snapshot interrupted = right.snapshot();
    right.restore(empty);
    assertThat(copy("--checkpoint=" + checkpoint, "--segments=2")).isEqualTo(2);
    assertThat(printed(err))
        .startsWith(
            "monotable: the checkpoint has a part of the table Chat, which does not exist at RIGHT;"
                + " delete the checkpoint to start from the beginning\n");
    right.restore(interrupted);

    delete(left::call, "Chat", Item.parse("{\"PK\":{\"S\":\"ROOM#3\"},\"SK\":{\"N\":\"2000\"}}"));
    RequestLog reads = new RequestLog(1000, 1 << 20);
    left.observe(reads);
    assertThat(copy("--checkpoint=" + checkpoint, "--segments=2")).as(printed(err)).isZero();
    assertThat(items(right, "Chat")).isEqualTo(items(left, "Chat"));
    assertThat(reads.requests().stream().filter(each -> each.operation() == Operations.SCAN))
        .isNotEmpty()
        .anyMatch(request -> request.continues());
    assertThat(checkpoint).doesNotExist();
  }

  @Test
  void theResultIsPrintedAsJson() {
    createPlain(left, "One");
    put(left, "One", "{\"PK\":{\"S\":\"a\"}}");

    assertThat(copy("--json", "--rate=100")).isZero();

    assertThat(printed(out)).isEqualTo("{\"tables\":[{\"table\":\"One\",\"items\":1}]}\n");
  }

  @Test
  void onlyPartsAreCopied() {
    createPlain(left, "One");
    createPlain(left, "Two");
    put(left, "One", "{\"PK\":{\"S\":\"a\"}}");

    assertThat(copy("--schema-only", "--table", "One")).isZero();
    assertThat(items(right, "One")).isEmpty();
    assertThat(DefinedTable.names(open(rightUrl()))).containsExactly("One");
    assertThat(copy("--items-only", "--table=One")).isZero();
    assertThat(items(right, "One")).isEqualTo(items(left, "One"));
  }

  @Test
  void failuresAreOneLine() {
    assertThat(copy("--table=Lost")).isEqualTo(2);
    assertThat(printed(err)).isEqualTo("monotable: the table Lost does not exist at LEFT\n");

    assertThat(run(new CopyCommand(), "--from=http://127.0.0.1:1", "--to", rightUrl()))
        .isEqualTo(3);
    assertThat(printed(err))
        .isEqualTo("monotable: http://127.0.0.1:1 cannot be reached: the connection was refused\n");

    assertThat(run(new CopyCommand(), "--from=ftp://x", "--to", rightUrl())).isEqualTo(2);
    assertThat(printed(err))
        .isEqualTo("monotable: 'ftp://x' is not a URL such as http://127.0.0.1:8000\n");

    createPlain(left, "One");
    createChat(right);
    right.call(
        Operations.CREATE_TABLE,
        DefinedTable.find(open(rightUrl()), "Chat").request().toBuilder().tableName("One").build());
    assertThat(copy("--table=One")).isEqualTo(2);
    assertThat(printed(err))
        .isEqualTo("monotable: the table One exists at RIGHT with another key schema\n");
  }

  @Test
  void aCertificateOfAnUnknownAuthorityIsNamedAtOnce(@TempDir Path authorities) throws Exception {
    try (TlsEndpoint endpoint = TlsEndpoint.start(left, authorities)) {
      String url = endpoint.url();
      assertThat(run(new CopyCommand(), "--from", url, "--to", rightUrl())).isEqualTo(3);
      assertThat(printed(err))
          .startsWith("monotable: " + url + " cannot be reached: its certificate is not accepted")
          .endsWith("; --ca-bundle names the authorities to trust\n")
          .hasLineCount(1);
      createPlain(left, "One");
      assertThat(
              run(
                  new CopyCommand(),
                  "--ca-bundle=" + endpoint.authority(),
                  "--from",
                  url,
                  "--to",
                  rightUrl()))
          .as(printed(err))
          .isZero();
    }
  }

  /** An endpoint that has never answered is asked once. */
  @Test
  void aFirstFailureIsNotRetried() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    Thread accepting;
    try (ServerSocket closing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      accepting =
          new Thread(
              () -> {
                try {
                  while (true) {
                    closing.accept().close();
                    connections.incrementAndGet();
                  }
                } catch (IOException e) {
                  // The socket was closed.
                }
              });
      accepting.start();
      for (String scheme : List.of("http", "https")) {
        String url = scheme + "://127.0.0.1:" + closing.getLocalPort();
        assertThat(run(new CopyCommand(), "--from", url, "--to", rightUrl())).isEqualTo(3);
        assertThat(printed(err)).startsWith("monotable: " + url + " cannot be").hasLineCount(1);
      }
    }
    accepting.join();
    assertThat(connections).hasValue(2);
  }

  /** Errors of DynamoDB are retried, those of another web server are not. */
  @Test
  void aServerThatIsNotDynamoDbIsAskedOnce() throws Exception {
    try (TestServer web = TestServer.returning(501, "")) {
      assertThat(run(new CopyCommand(), "--from", web.url(), "--to", rightUrl())).isEqualTo(3);
      assertThat(printed(err))
          .isEqualTo(
              "monotable: " + web.url() + " returned status 501; is it an endpoint of DynamoDB?\n");
      assertThat(web.bodies).hasSize(1);
    }
  }

  private int copy(String... more) {
    String[] line = new String[more.length + 4];
    line[0] = "--from";
    line[1] = leftUrl();
    line[2] = "--to";
    line[3] = rightUrl();
    System.arraycopy(more, 0, line, 4, more.length);
    return run(new CopyCommand(), line);
  }
}
