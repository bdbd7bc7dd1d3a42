package dev.monotable.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.model.BatchExecuteStatementInput;
import dev.monotable.model.BatchStatementRequest;
import dev.monotable.model.ExecuteStatementInput;
import dev.monotable.model.ExecuteTransactionInput;
import dev.monotable.model.Operations;
import dev.monotable.model.ParameterizedStatement;
import dev.monotable.value.Item;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What observers receive of statements. */
class ObservedStatementsTest extends ObserverFixture {
  private void execute(String statement) {
    call(
        Operations.EXECUTE_STATEMENT, ExecuteStatementInput.builder().statement(statement).build());
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
            new Seen(
                "ExecuteStatement",
                null,
                List.of("Chat"),
                null,
                List.of(
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
                        List.of("no limit", 2, 1, bytes, 1.0, 0.0))),
                new SeenCost(List.of(2L, 1L, bytes), List.of(read(1))),
                NOTHING_LEFT));
  }

  @Test
  void update() {
    put(message(1, "a"));
    String statement =
        "UPDATE Chat SET text = 'b' WHERE PK = 'ROOM#1' AND SK = 'MESSAGE#1' AND text = 'a'";
    execute(statement);
    assertThat(last())
        .isEqualTo(
            new Seen(
                "ExecuteStatement",
                null,
                List.of("Chat"),
                null,
                List.of(
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.UPDATE,
                        key(1),
                        new SeenTexts(statement, statement),
                        true,
                        new SeenImages(message(1, "a"), message(1, "b")),
                        new SeenEffects(List.of(), 1))),
                new SeenCost(List.of(0L, 0L, 0L), List.of(write(1))),
                NOTHING_LEFT));
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
            new Seen(
                "BatchExecuteStatement",
                null,
                List.of("Chat"),
                null,
                List.of(
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.DELETE,
                        key(1),
                        new SeenTexts(null, null),
                        true,
                        new SeenImages(message(1, "a"), null),
                        new SeenEffects(List.of(), 1)),
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.INSERT,
                        key(2),
                        new SeenTexts(null, null),
                        true,
                        new SeenImages(null, inserted),
                        new SeenEffects(List.of(), 1))),
                new SeenCost(List.of(0L, 0L, 0L), List.of(write(2))),
                NOTHING_LEFT));
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
            new Seen(
                "ExecuteTransaction",
                null,
                List.of("Chat"),
                null,
                List.of(new SeenItem("Chat", key(1), message(1, "a"), null, List.of(true, 2.0))),
                new SeenCost(List.of(1L, 1L, (long) message(1, "a").size()), List.of(read(2))),
                NOTHING_LEFT));
    String statement = "DELETE FROM Chat WHERE PK = 'ROOM#1' AND SK = 'MESSAGE#1'";
    call(
        Operations.EXECUTE_TRANSACTION,
        ExecuteTransactionInput.builder()
            .transactStatements(
                List.of(ParameterizedStatement.builder().statement(statement).build()))
            .build());
    assertThat(last())
        .isEqualTo(
            new Seen(
                "ExecuteTransaction",
                null,
                List.of("Chat"),
                null,
                List.of(
                    new SeenWrite(
                        "Chat",
                        ItemWritten.WriteKind.DELETE,
                        key(1),
                        new SeenTexts(null, null),
                        true,
                        new SeenImages(message(1, "a"), null),
                        new SeenEffects(List.of(), 2))),
                new SeenCost(List.of(0L, 0L, 0L), List.of(write(2))),
                NOTHING_LEFT));
  }
}
