package dev.monotable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class ExploreCommandTest {
  private static final String SEATS =
      """
      {"TableName": "Seats", "BillingMode": "PAY_PER_REQUEST",
       "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
       "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}]}
      """;

  private static final String GET =
      "'{\"TableName\":\"Seats\",\"Key\":{\"PK\":{\"S\":\"seat\"}},\"ConsistentRead\":true}'";

  /** Books the seat if it is free. */
  private static final String BOOK =
      """
      case $(dynamo GetItem GET) in *owner*) exit 0;; esac
      dynamo PutItem '{"TableName":"Seats","Item":{"PK":{"S":"seat"},"owner":{"S":"'$1'"}}}'
      """
          .replace("GET", GET);

  /** Fails if somebody has found the seat free although somebody else has it. */
  private static final String CHECK =
      """
      owner=$(dynamo GetItem GET)
      case $owner in *bob*) echo "bob has the seat"; exit 1;; esac
      """
          .replace("GET", GET);

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String schema;

  @BeforeEach
  void writeSchema() throws Exception {
    schema = Files.writeString(directory.resolve("seats.json"), SEATS).toString();
  }

  private int explore(String... more) {
    List<String> line = new ArrayList<>(List.of("explore", "--schema=" + schema));
    line.addAll(List.of(more));
    CommandLines commands = CommandLines.of(line.toArray(String[]::new), new LinkedHashMap<>());
    commands.parser().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return commands.execute();
  }

  @Test
  void anOrderThatFailsACheckIsFound() throws Exception {
    String book = ShellPiece.write(directory, "book", BOOK);
    String check = ShellPiece.write(directory, "check", CHECK);
    int code = explore("--run=" + book + " ann", "--run=" + book + " bob", "--check=" + check);
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(1);
    assertThat(out.toString())
        .startsWith(check + ": exit code 1\nbob has the seat\n\n")
        .contains("PutItem Seats", "executions");
  }

  @Test
  void aSoundCommandIsExploredToTheEnd() throws Exception {
    String read = ShellPiece.write(directory, "read", "dynamo GetItem " + GET + "\n");
    int code = explore("--run=" + read + " 1", "--run=" + read + " 2", "--check=true");
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).startsWith("Nothing found.\n");
    assertThat(code).isZero();
  }

  @Test
  void aCommandThatFailsAloneIsShownWithItsOutput() throws Exception {
    String fail = ShellPiece.write(directory, "fail", "echo 'no seat left'\nexit 3\n");
    assertThat(explore("--run=" + fail)).isEqualTo(2);
    assertThat(err.toString().lines()).last().isEqualTo("monotable: no seat left");
    assertThat(err.toString()).contains("fails although it runs alone: exit code 3");
  }

  @Test
  void aCommandThatDoesNotEndIsKilled() throws Exception {
    Path pid = directory.resolve("pid");
    String wait =
        ShellPiece.write(
            directory, "wait", "dynamo GetItem " + GET + "\necho $$ >" + pid + "\nsleep 500\n");
    assertThat(explore("--run=" + wait, "--patience=2s")).isEqualTo(2);
    assertThat(err.toString()).contains("does not end although it runs alone");
    long id = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle.of(id).ifPresent(left -> left.onExit().join());
    assertThat(ProcessHandle.of(id)).isEmpty();
  }
}
