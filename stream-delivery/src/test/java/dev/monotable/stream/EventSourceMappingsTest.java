package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.snapshot.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The mappings of a database, and the registry of those of all databases. */
class EventSourceMappingsTest extends ChatStream {
  @Test
  void mappingsAreListedAndFound() {
    EventSourceMapping first = db.stream().onBatch(this::receive);
    EventSourceMapping second = db.stream().onBatch(this::receive);

    assertThat(db.mappings().list()).containsExactly(first, second);
    assertThat(first.id()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    assertThat(db.mappings().find(first.id())).isSameAs(first);
    assertThat(db.mappings().find(second.id())).isSameAs(second);

    first.close();

    assertThat(db.mappings().list()).containsExactly(second);
    assertThat(db.mappings().find(first.id())).isNull();
  }

  @Test
  void theNumberOfMappingsIsBounded() {
    List<EventSourceMapping> mappings = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      mappings.add(db.stream().onBatch(this::receive));
    }

    assertThatThrownBy(() -> db.stream().onBatch(this::receive))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the database has 100 event source mappings, which is the maximum");

    mappings.get(0).close();
    EventSourceMapping next = db.stream().onBatch(this::receive);
    assertThat(mappings).extracting(EventSourceMapping::id).doesNotContain(next.id());
  }

  /** Fails for message 2 and 4. */
  private void failing(Record record) {
    if (ChatDatabase.id(record) % 2 == 0) {
      throw new IllegalStateException("rejected for this test");
    }
  }

  @Test
  void aDrainReturnsWhatWasDiscardedSinceTheLastOne() {
    EventSourceMapping mapping = db.stream().maximumRetryAttempts(0).onRecord(this::failing);
    EventSourceMapping other = db.stream().maximumRetryAttempts(0).onRecord(this::failing);
    db.putAll("a", 3);

    List<DiscardedBatch> first = mapping.awaitDrained();
    db.putAll("b", 5);
    List<DiscardedBatch> second = mapping.awaitDrained();

    assertThat(first).hasSize(1).isEqualTo(mapping.discarded().subList(0, 1));
    assertThat(second).hasSize(2).isEqualTo(mapping.discarded().subList(1, 3));
    assertThat(db.stream().awaitDrained()).hasSize(3).isEqualTo(other.discarded());
    assertThat(db.stream().awaitDrained()).isEmpty();
  }

  @Test
  void aDrainReturnsTheLastThousandAtMost() {
    EventSourceMapping mapping =
        db.stream()
            .maximumRetryAttempts(0)
            .onRecord(
                record -> {
                  throw new IllegalStateException("rejected for this test");
                });
    db.putAll("a", 1_003);

    assertThat(mapping.awaitDrained()).hasSize(1_000).isEqualTo(mapping.discarded());
  }

  @Test
  void aDrainThatTakesTooLongEndsBetweenTwoMappings() {
    Duration timeout = Duration.ofMillis(1);
    EventSourceMapping slow =
        db.stream()
            .onBatch(
                records -> {
                  long start = System.nanoTime();
                  while (System.nanoTime() - start < timeout.toNanos()) {
                    Thread.onSpinWait();
                  }
                });
    EventSourceMapping next = db.stream().onBatch(this::receive);
    db.put("a", 1);

    assertThatThrownBy(() -> slow.awaitDrained(timeout))
        .isInstanceOf(StreamNotDrainedException.class)
        .hasMessageStartingWith("the streams are not drained after PT0.001S: table Chat: 1 record");
    assertThat(next.invocations()).isZero();

    next.awaitDrained();
    assertThat(batches).containsExactly(List.of(1));
  }

  @Test
  void mappingsOfTheRegistryContinueAfterARestore() {
    EventSourceRegistry registry = new EventSourceRegistry();
    EventSourceMapping mapping = registry.of(db.database()).stream("Chat").onBatch(this::receive);
    Snapshot before = db.database().engine().snapshot();
    db.put("a", 1);
    db.database().restore(before);
    db.put("a", 2);

    mapping.awaitDrained();

    assertThat(batches).containsExactly(List.of(2));
  }

  @Test
  void theMappingsOfADatabaseAreTheSameForAll() {
    EventSourceRegistry registry = new EventSourceRegistry();
    try (Database one = Database.create(EngineConfig.DEFAULT);
        Database two = Database.create(EngineConfig.DEFAULT)) {
      EventSourceMappings mappings = registry.of(one.home());

      assertThat(registry.of(one.home())).isSameAs(mappings);
      assertThat(registry.of(two.home())).isNotSameAs(mappings);
    }
  }

  @Test
  void mappingsEndWithTheirDatabase() {
    EventSourceRegistry registry = new EventSourceRegistry();
    EventSourceMappings mappings = registry.of(db.database());
    EventSourceMapping mapping = mappings.stream("Chat").onBatch(this::receive);
    db.put("a", 1);
    db.database().database().close();

    for (Runnable use :
        List.<Runnable>of(
            mapping::awaitDrained,
            mapping::deliverDue,
            () -> mappings.stream("Chat"),
            () -> registry.of(db.database()))) {
      assertThatThrownBy(use::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the database is closed");
    }
    assertThat(mappings.list()).isEmpty();
    assertThat(batches).isEmpty();
  }
}
