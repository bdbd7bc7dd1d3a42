package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.stream.kinesis.KinesisDeliveries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Since when requests are kept, and how much memory those of all databases may take. */
class KeptRequestsTest extends ControlFixture {
  /** Room for 40 requests that refer to nothing. */
  private static final int MAX_BYTES = 40_000;

  private static final Pattern KEPT =
      Pattern.compile("\\{\"requests\":\\[(.*)],\"dropped\":([0-9]+)(?:,\"since\":\"(.*)\")?}");

  @Override
  DatabaseControls controls() {
    return new DatabaseControls(1_000, MAX_BYTES, 0, KinesisDeliveries.none());
  }

  /** The operations of the requests that are kept, how many are not, and since when. */
  private record Kept(List<String> operations, int dropped, String since) {}

  private Kept kept(String id) throws Exception {
    String page = get("/databases/" + id + "/requests?count=1000").body();
    Matcher matcher = KEPT.matcher(page);
    assertThat(matcher.matches()).as(page).isTrue();
    List<String> operations = new ArrayList<>();
    Matcher operation = Pattern.compile("\"operation\":\"(\\w+)\"").matcher(matcher.group(1));
    while (operation.find()) {
      operations.add(operation.group(1));
    }
    return new Kept(operations, Integer.parseInt(matcher.group(2)), matcher.group(3));
  }

  @Test
  void nothingIsKeptUntilItIsAskedFor() throws Exception {
    String id = create("{}");
    createTable(id);
    assertThat(kept(id)).isEqualTo(new Kept(List.of(), 0, "2026-01-01T00:00:00Z"));
  }

  @Test
  void theRequestsOfAllDatabasesAreKeptFromAMomentOn() throws Exception {
    String early = create("{}");
    createTable(early);
    time.advance(Duration.ofMinutes(1));

    controls.keepRequests(databases, false);

    String late = create("{}");
    createTable(late);
    putThing(early, "a");
    String fork = create("{\"from\":\"" + early + "\"}");
    getThing(fork, "a");
    time.advance(Duration.ofMinutes(1));
    assertThat(kept(early)).isEqualTo(new Kept(List.of("PutItem"), 0, "2026-01-01T00:01:00Z"));
    assertThat(kept(late)).isEqualTo(new Kept(List.of("CreateTable"), 0, null));
    assertThat(kept(fork)).isEqualTo(new Kept(List.of("GetItem"), 0, null));
    assertThat(kept("default")).isEqualTo(new Kept(List.of(), 0, "2026-01-01T00:01:00Z"));
  }

  @Test
  void theRequestsOfAllDatabasesAreKeptFromTheStart() throws Exception {
    controls.keepRequests(databases, true);
    controls.keepRequests(databases, false); // a console that is opened later

    createTable("any");
    assertThat(kept("default")).isEqualTo(new Kept(List.of("CreateTable"), 0, null));
  }

  @Test
  void theRequestsOfARegionAreKeptToo() throws Exception {
    controls.keepRequests(databases, true);
    String id = create("{\"regions\":[\"eu-west-1\"]}");

    assertThat(kept(id + "@eu-west-1")).isEqualTo(new Kept(List.of(), 0, null));
  }

  /** The longest lists become shorter, so that one of a busy database leaves room for others. */
  @Test
  void theRequestsOfAllDatabasesHaveABound() throws Exception {
    controls.keepRequests(databases, true);
    List<String> ids = List.of(create("{}"), create("{}"), create("{}"));
    int sent = 0;
    for (int number : List.of(100, 31, 5)) {
      String id = ids.get(sent++);
      for (int i = 0; i < number; i++) {
        dynamo(id, "ListTables", "{}");
      }
      assertThat(kept(id).operations().size() + kept(id).dropped()).isEqualTo(number);
    }
    List<Integer> sizes = new ArrayList<>();
    for (String id : ids) {
      sizes.add(kept(id).operations().size());
    }
    assertThat(sizes).isEqualTo(List.of(18, 9, 5));
  }

  /** A request that takes all of the memory is not kept. */
  @Test
  void aRequestMayBeLargerThanTheBound() throws Exception {
    controls.keepRequests(databases, true);
    createTable("any");
    String text = "x".repeat(MAX_BYTES);
    dynamo(
        "any",
        "PutItem",
        "{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"a\"},\"text\":{\"S\":\""
            + text
            + "\"}}}");

    assertThat(kept("default")).isEqualTo(new Kept(List.of(), 2, null));
    getThing("any", "b");
    assertThat(kept("default")).isEqualTo(new Kept(List.of("GetItem"), 2, null));
  }
}
