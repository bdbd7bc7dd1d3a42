package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.formats.item.SeedFile;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests servers that keep their data, and load files when they are started for the first time. */
@Tag("slow")
@Timeout(600)
class DataDirectoryServerTest {
  @TempDir Path directory;
  private Path schema;
  private Path seed;

  @BeforeEach
  void writeFiles() throws Exception {
    schema =
        Files.writeString(
            directory.resolve("things.json"),
            """
            {"TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
             "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
             "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}]}
            """);
    seed = directory.resolve("seed.json");
  }

  @Test
  void filesAreLoadedAgainIfTheFirstStartFailed() throws Exception {
    Files.writeString(seed, "[{\"PK\": \"a\"}, {\"PK\": 1}]");
    assertThat(failedStart()).startsWith(seed.toString()).contains("PK");

    Files.writeString(seed, "[{\"PK\": \"a\"}]");
    assertThat(scan())
        .isEqualTo("{\"Items\":[{\"PK\":{\"S\":\"a\"}}],\"Count\":1,\"ScannedCount\":1}");

    Files.writeString(seed, "[{\"PK\": \"other\"}]");
    assertThat(scan())
        .isEqualTo("{\"Items\":[{\"PK\":{\"S\":\"a\"}}],\"Count\":1,\"ScannedCount\":1}");
  }

  @Test
  void aFileIsNotADirectory() throws Exception {
    Files.writeString(seed, "[{\"PK\": \"a\"}]");
    Path data = Files.createFile(directory.resolve("data"));
    assertThat(failedStart())
        .isEqualTo(
            "monotable: cannot use the data directory "
                + data
                + ": it exists, and is not a directory"
                + System.lineSeparator());
  }

  @Test
  void aServerWithoutADirectoryLoadsNoClassOfIt() throws Exception {
    Path log = directory.resolve("classes.txt");
    ServerProcess server =
        ServerProcess.start(List.of("-Xlog:class+load:file=" + log), "--port", "0");
    server.end();
    server.process().waitFor();
    assertThat(Files.readAllLines(log))
        .filteredOn(line -> line.contains(" dev.monotable."))
        .hasSizeGreaterThan(100)
        .noneMatch(line -> line.contains(" dev.monotable.durability."));
  }

  /** Starts a server in this process; returns its errors. */
  private String failedStart() throws Exception {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.data = directory.resolve("data");
    options.schemas = List.of(schema);
    options.seeds = List.of(SeedFile.of(seed));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        ServerLauncher.run(options, System.out, new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(code).isEqualTo(1);
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Starts a server in a process of its own, reads its table and kills it. */
  private String scan() throws Exception {
    ServerProcess server =
        ServerProcess.start(
            "--port",
            "0",
            "--data",
            directory.resolve("data").toString(),
            "--schema",
            schema.toString(),
            "--seed",
            seed.toString());
    try (RawConnection connection = RawConnection.open(server.endpoint())) {
      return connection
          .send(ThingRequests.operation("Scan", "{\"TableName\":\"Things\"}"))
          .read()
          .text();
    } finally {
      server.end();
      server.process().waitFor();
    }
  }
}
