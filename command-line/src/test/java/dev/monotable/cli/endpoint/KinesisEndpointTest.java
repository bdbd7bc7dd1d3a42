package dev.monotable.cli.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.KinesisChange;
import dev.monotable.stream.kinesis.KinesisException;
import dev.monotable.stream.kinesis.KinesisRecord;
import dev.monotable.value.Item;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests to Kinesis, and what its responses mean. */
@Timeout(120)
class KinesisEndpointTest {
  private static final String ARN = "arn:aws:kinesis:eu-west-1:000000000000:stream/changes";
  private static final String MISSING = "arn:aws:kinesis:eu-west-1:000000000000:stream/missing";
  private static final List<KinesisRecord> RECORDS = List.of(record("a"), record("b"), record("c"));

  private final KinesisStandIn kinesis = new KinesisStandIn();
  private final KinesisEndpoint endpoint =
      KinesisEndpoint.of(
          kinesis.url(),
          Map.of("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY", "secret"));

  KinesisEndpointTest() throws IOException {}

  @AfterEach
  void stop() {
    kinesis.close();
  }

  private static KinesisRecord record(String key) {
    Item keys = Item.of("PK", key);
    KinesisChange change = new KinesisChange(1, key, Instant.EPOCH, keys, null, keys, false);
    return new KinesisRecord(ARN, "Chat", "KEY-" + key, change, "{\"key\":\"" + key + "\"}", 0);
  }

  @Test
  void recordsAreWrittenByPutRecords() {
    assertThat(endpoint.put(ARN, RECORDS)).isEmpty();

    assertThat(kinesis.bodies)
        .containsExactly(
            "{\"StreamName\":\"changes\",\"Records\":["
                + "{\"Data\":\"eyJrZXkiOiJhIn0=\",\"PartitionKey\":\"KEY-a\"},"
                + "{\"Data\":\"eyJrZXkiOiJiIn0=\",\"PartitionKey\":\"KEY-b\"},"
                + "{\"Data\":\"eyJrZXkiOiJjIn0=\",\"PartitionKey\":\"KEY-c\"}]}");
    assertThat(kinesis.authorizations)
        .singleElement()
        .asString()
        .matches(
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/[0-9]{8}/eu-west-1/kinesis/aws4_request,"
                + " SignedHeaders=content-type;host;x-amz-date;x-amz-target,"
                + " Signature=[0-9a-f]{64}");
  }

  @Test
  void rejectedRecordsAreReturned() {
    kinesis.reject(index -> index == 1);

    assertThat(endpoint.put(ARN, RECORDS)).containsExactly(RECORDS.get(1));
    assertThat(kinesis.accepted).containsExactly("{\"key\":\"a\"}", "{\"key\":\"c\"}");
  }

  @Test
  void anErrorIsReported() {
    kinesis.fail("{\"__type\":\"x#LimitExceededException\",\"message\":\"slow down\"}");
    assertThatThrownBy(() -> endpoint.put(ARN, RECORDS))
        .isInstanceOf(KinesisException.class)
        .hasMessage(kinesis.url() + ": PutRecords: LimitExceededException: slow down");

    kinesis.fail("<html>");
    assertThatThrownBy(() -> endpoint.put(ARN, RECORDS))
        .isInstanceOf(KinesisException.class)
        .hasMessage(kinesis.url() + ": the response of PutRecords is not JSON");

    kinesis.fail("{}");
    assertThatThrownBy(() -> endpoint.put(ARN, RECORDS))
        .isInstanceOf(KinesisException.class)
        .hasMessage(kinesis.url() + ": PutRecords returned status 400");
  }

  @Test
  void aServerThatCannotBeReachedIsReported() {
    kinesis.close();

    assertThatThrownBy(() -> endpoint.put(ARN, RECORDS))
        .isInstanceOf(KinesisException.class)
        .hasMessageStartingWith(kinesis.url() + " cannot be reached: ");
    assertThat(endpoint.isActive(ARN)).isTrue();
  }

  @Test
  void aStreamIsActiveIfKinesisSaysSo() {
    assertThat(endpoint.isActive(ARN)).isTrue();
    assertThat(endpoint.isActive(MISSING)).isFalse();
    kinesis.status("UPDATING");
    assertThat(endpoint.isActive(ARN)).isTrue();
    kinesis.status("CREATING");
    assertThat(endpoint.isActive(ARN)).isFalse();
  }
}
