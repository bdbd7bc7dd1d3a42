package dev.monotable.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.model.BatchExecuteStatementInput;
import dev.monotable.model.BatchStatementRequest;
import dev.monotable.model.ExecuteTransactionInput;
import dev.monotable.model.Operations;
import dev.monotable.model.ParameterizedStatement;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the data that observers receive of statements. */
class ObservedStatementsTest extends ObserverFixture {
  private void execute(String statement) {
    Calls.execute(this::call, statement);
  }

  @Test
  void selectByKeys() {
    put(message(1, "a"));
    put(message(2, "b"));
    String statement =
        "SELECT text FROM Chat WHERE PK = 'ROOM#1' AND SK IN ('MESSAGE#1', 'MESSAGE#2')"
            + " AND text = 'b'";
    execute(statement);
    long bytes = 2L * message(1, "a").size();
    assertThat(last())
        .isEqualTo(
            seen(
                    "ExecuteStatement",
                    new SeenPage(
                        "Chat",
                        null,
                        new SeenPlan(
                            "[PK = \"ROOM#1\" and SK = \"MESSAGE#1\","
                                + " PK = \"ROOM#1\" and SK = \"MESSAGE#2\"]",
                            statement,
                            "text",
                            List.of(false, false, false, true)),
                        null,
                        null,
                        List.of("no limit", 2, 1, bytes, 1.0, 0.0)))
                .items(2, 1, bytes)
                .units(read(1)));
  }

  @Test
  void update() {
    put(message(1, "a"));
    String statement =
        "UPDATE Chat SET text = 'b' WHERE PK = 'ROOM#1' AND SK = 'MESSAGE#1' AND text = 'a'";
    execute(statement);
    assertThat(last())
        .isEqualTo(
            seen(
                    "ExecuteStatement",
                    wrote(
                        WriteKind.UPDATE,
                        key(1),
                        texts(statement, statement),
                        true,
                        images(message(1, "a"), message(1, "b")),
                        1))
                .units(write(1)));
  }

  @Test
  void aBatchWithAFailure() {
    put(message(1, "a"));
    call(
        Operations.BATCH_EXECUTE_STATEMENT,
        BatchExecuteStatementInput.builder()
            .statements(
                List.of(
                    statement("DELETE FROM Chat WHERE PK = 'ROOM#1' AND SK = 'MESSAGE#1'"),
                    statement("INSERT INTO Chat VALUE {'PK': 'ROOM#1', 'SK': 'MESSAGE#2'}"),
                    statement("DELETE FROM Missing WHERE PK = 'a' AND SK = 'b'")))
            .build());
    Item inserted = key(2);
    assertThat(last())
        .isEqualTo(
            seen(
                    "BatchExecuteStatement",
                    wrote(
                        WriteKind.DELETE,
                        key(1),
                        texts(null, null),
                        true,
                        images(message(1, "a"), null),
                        1),
                    wrote(
                        WriteKind.INSERT,
                        key(2),
                        texts(null, null),
                        true,
                        images(null, inserted),
                        1))
                .units(write(2)));
  }

  private BatchStatementRequest statement(String text) {
    return BatchStatementRequest.builder().statement(text).build();
  }

  @Test
  void transactions() {
    put(message(1, "a"));
    call(
        Operations.EXECUTE_TRANSACTION,
        ExecuteTransactionInput.builder()
            .transactStatements(
                List.of(
                    ParameterizedStatement.builder()
                        .statement("SELECT * FROM Chat WHERE PK = 'ROOM#1' AND SK = 'MESSAGE#1'")
                        .build()))
            .build());
    assertThat(last())
        .isEqualTo(
            seen("ExecuteTransaction", got(key(1), message(1, "a"), null, true, 2.0))
                .items(1, 1, message(1, "a").size())
                .units(read(2)));
    String statement = "DELETE FROM Chat WHERE PK = 'ROOM#1' AND SK = 'MESSAGE#1'";
    call(
        Operations.EXECUTE_TRANSACTION,
        ExecuteTransactionInput.builder()
            .transactStatements(
                List.of(ParameterizedStatement.builder().statement(statement).build()))
            .build());
    assertThat(last())
        .isEqualTo(
            seen(
                    "ExecuteTransaction",
                    wrote(
                        WriteKind.DELETE,
                        key(1),
                        texts(null, null),
                        true,
                        images(message(1, "a"), null),
                        2))
                .units(write(2)));
  }
}
