package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.SnapshotReader;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
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
  void aDirectoryOfALaterVersionIsNamedAndUnchanged() throws Exception {
    Files.writeString(seed, "[{\"PK\": \"a\"}]");
    String unused = scan();
    Path log = directory.resolve("data/db-shared/log-0000000001");
    byte[] later = Files.readAllBytes(log);
    int header = 28 + later[27]; // with the length of the owner
    ByteBuffer bytes = ByteBuffer.wrap(later).putInt(8, SnapshotReader.FORMAT + 1);
    CRC32C crc = new CRC32C();
    crc.update(later, 0, header);
    Files.write(log, bytes.putInt(header, (int) crc.getValue()).array());
    Map<String, String> before = content();

    assertThat(failedStart())
        .isEqualTo(
            "monotable: "
                + log
                + " was written by a later version of Monotable (format "
                + (SnapshotReader.FORMAT + 1)
                + "); this one reads formats "
                + SnapshotReader.OLDEST_FORMAT
                + " to "
                + SnapshotReader.FORMAT
                + ", and has changed nothing"
                + System.lineSeparator());
    assertThat(content()).isEqualTo(before);
  }

  private Map<String, String> content() throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        content.put(file.toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    }
    return content;
  }

  @Test
  void theFilesOfAReplicaThatCannotBeReadAreNamed() throws Exception {
    Files.writeString(seed, "[{\"PK\": \"a\"}]");
    schema =
        Files.writeString(
            directory.resolve("global.yaml"),
            """
            Resources:
              Things:
                Type: AWS::DynamoDB::GlobalTable
                Properties:
                  TableName: Things
                  BillingMode: PAY_PER_REQUEST
                  AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
                  KeySchema: [{AttributeName: PK, KeyType: HASH}]
                  StreamSpecification: {StreamViewType: NEW_AND_OLD_IMAGES}
                  Replicas: [{Region: us-east-1}, {Region: eu-west-1}]
            """);
    Path replica = Files.createDirectories(directory.resolve("data/db-shared%40eu-west-1"));
    Path log = Files.writeString(replica.resolve("log-0000000001"), "x".repeat(100));

    assertThat(failedStart())
        .isEqualTo(
            "monotable: "
                + log
                + " is damaged at offset 0. Restore it from a copy, or start with --repair, which"
                + " keeps what is whole and sets the damaged file aside"
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
    assertThat(code).isEqualTo(2);
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
