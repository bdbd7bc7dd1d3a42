package dev.monotable.engine.database;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.request.Caller;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests many forks of one database at once, and that nothing of them remains. */
class ForksTest {
  private static final int CLIENTS = 16;
  private static final int FORKS = 50;
  private static final int ITEMS = 1_000;

  private final Databases databases =
      Databases.share(identity -> EngineConfig.DEFAULT, 1 + CLIENTS, EngineConfig.DEFAULT);
  private final Region original = Objects.requireNonNull(databases.findId("default"));

  @BeforeEach
  void fill() {
    original.engine().call(Operations.CREATE_TABLE, table("Chat", "PK").build());
    for (int i = 0; i < ITEMS; i++) {
      put(original, Item.of("PK", "key" + i, "of", "original"));
    }
  }

  @AfterEach
  void close() {
    databases.close();
  }

  private static void put(Region database, Item item) {
    Calls.put(database.engine()::call, "Chat", item);
  }

  private static Item get(Region database, int key) {
    return Calls.get(database.engine()::call, "Chat", Item.of("PK", "key" + key));
  }

  /** Forks, writes to the fork by its access key, reads it again, and drops it. */
  private List<WeakReference<Object>> useForks(int client) {
    List<WeakReference<Object>> used = new ArrayList<>();
    for (int i = 0; i < FORKS; i++) {
      String key = databases.fork(original, original.engine().snapshot(), NewDatabase.DEFAULT).id();
      Region fork = databases.find(new Caller.Client(key, "us-east-1"));
      fork.faults();
      Item own = Item.of("PK", "key" + i, "of", client + "/" + i);
      put(fork, own);
      assertThat(get(databases.find(new Caller.Client(key, "eu-west-1")), i)).isEqualTo(own);
      assertThat(get(fork, i + 1)).isEqualTo(Item.of("PK", "key" + (i + 1), "of", "original"));
      assertThat(databases.drop(key)).isTrue();
      used.add(new WeakReference<>(fork));
      used.add(new WeakReference<>(fork.engine().context().committer().state()));
    }
    return used;
  }

  @Test
  void forksAreIndependentAndNothingOfThemRemains() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<WeakReference<Object>> used = new ArrayList<>();
    try {
      List<Callable<List<WeakReference<Object>>>> tasks = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        int number = client;
        tasks.add(() -> useForks(number));
      }
      for (Future<List<WeakReference<Object>>> result : clients.invokeAll(tasks)) {
        used.addAll(result.get());
      }
    } finally {
      clients.shutdown();
    }
    assertThat(databases.list()).containsExactly(original);
    for (int i = 0; i < ITEMS; i++) {
      assertThat(get(original, i)).isEqualTo(Item.of("PK", "key" + i, "of", "original"));
    }
    assertThat(used).hasSize(CLIENTS * FORKS * 2);
    for (int i = 0; i < 50 && used.stream().anyMatch(fork -> fork.get() != null); i++) {
      System.gc();
    }
    assertThat(used).allMatch(fork -> fork.get() == null);
  }
}
