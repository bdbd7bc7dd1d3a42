package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.database.Region;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that nothing remains of databases that were used by everything and dropped. */
class DroppedDatabasesTest extends ControlFixture {
  private static final int CLIENTS = 16;
  private static final int FORKS = 20;

  /** Each client has one fork at a time. */
  @Override
  int maxDatabases() {
    return CLIENTS + 2;
  }

  @Test
  void nothingRemainsOfForks() throws Exception {
    String original = create("{\"name\":\"original\"}");
    createTable(original);
    putThing(original, "a");
    List<WeakReference<Region>> forks = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try (TestFunction function = TestFunction.start()) {
      List<CompletableFuture<List<WeakReference<Region>>>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            CompletableFuture.supplyAsync(() -> useForks(original, function.url()), threads));
      }
      for (CompletableFuture<List<WeakReference<Region>>> client : clients) {
        forks.addAll(client.get(120, TimeUnit.SECONDS));
      }
    } finally {
      threads.shutdown();
    }
    assertThat(forks).hasSize(CLIENTS * FORKS);
    assertThat(databases.list()).extracting(Region::id).containsExactly("default", original);

    // A thread remembers the database of its last request.
    for (int i = 0; i < 200; i++) {
      getThing(original, "a");
    }
    for (int i = 0; i < 50 && forks.stream().anyMatch(fork -> fork.get() != null); i++) {
      System.gc();
    }
    assertThat(forks).allSatisfy(fork -> assertThat(fork.get()).isNull());
    assertThat(getThing(original, "a")).isEqualTo(found("a"));
    assertThat(getThing(original, "own")).isEqualTo(NOTHING);
  }

  private List<WeakReference<Region>> useForks(String original, String url) {
    List<WeakReference<Region>> forks = new ArrayList<>();
    try {
      for (int i = 0; i < FORKS; i++) {
        String fork = create("{\"from\":\"" + original + "\"}");
        forks.add(new WeakReference<>(databases.findId(fork)));
        String path = "/databases/" + fork;
        assertThat(get(path + "/requests").status()).isEqualTo(200);
        assertThat(put(path + "/snapshots/first").status()).isEqualTo(200);
        assertThat(post(path + "/faults", "{\"fault\":\"repeatedRecords\"}").status())
            .isEqualTo(201);
        assertThat(
                post(
                        path + "/event-source-mappings",
                        "{\"table\":\"Things\",\"streamViewType\":\"KEYS_ONLY\",\"automatic\":true,"
                            + "\"url\":\""
                            + url
                            + "\"}")
                    .status())
            .isEqualTo(201);
        putThing(fork, "own");
        assertThat(getThing(fork, "own")).isEqualTo(found("own"));
        assertThat(get(path + "/diff?from=first").body()).contains("own");
        assertThat(delete(path).status()).isEqualTo(204);
      }
      return forks;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
