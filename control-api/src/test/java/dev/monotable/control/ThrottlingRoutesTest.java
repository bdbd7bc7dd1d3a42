package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrottlingRoutesTest extends ControlFixture {
  private static final Answer OFF = new Answer(200, "{\"enabled\":false}");
  private static final String PUT = "{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"a\"}}}";
  private static final Answer ON = new Answer(200, "{\"enabled\":true}");

  @Test
  void aDatabaseThrottlesWhenAskedAndItsRequestsNameTheKeys() throws Exception {
    String key = create("{}");
    String throttling = "/databases/" + key + "/throttling";
    patch("/databases/" + key + "/clock", "{\"frozen\":true}");
    createTable(key);
    dynamo(
        key,
        "UpdateTable",
        "{\"TableName\":\"Things\",\"OnDemandThroughput\":{\"MaxWriteRequestUnits\":1}}");
    get("/databases/" + key + "/requests");

    assertThat(get(throttling)).isEqualTo(OFF);
    putThing(key, "a");
    putThing(key, "a");
    assertThat(patch(throttling, "{\"enabled\":true}")).isEqualTo(ON);
    assertThat(get(throttling)).isEqualTo(ON);
    String large = "{\"PK\":{\"S\":\"b\"},\"TEXT\":{\"S\":\"" + "x".repeat(300 << 10) + "\"}}";
    // 301 units: those of this second, and the burst.
    assertThat(dynamo(key, "PutItem", "{\"TableName\":\"Things\",\"Item\":" + large + "}"))
        .isEqualTo(new Answer(200, "{}"));
    assertThat(dynamo(key, "PutItem", PUT).status()).isEqualTo(400);
    assertThat(patch(throttling, "{\"enabled\":false}")).isEqualTo(OFF);
    putThing(key, "a");

    String page = get("/databases/" + key + "/requests").body();
    assertThat(page.split("\"error\":\"ThrottlingException\"")).hasSize(2);
    assertThat(page)
        .contains(
            ",\"throttled\":[{\"table\":\"Things\",\"key\":{\"PK\":{\"S\":\"a\"}},"
                + "\"reason\":\"TableWriteMaxOnDemandThroughputExceeded\"}],\"error\":");
  }

  @Test
  void whetherItThrottlesIsRequired() throws Exception {
    String throttling = "/databases/" + create("{}") + "/throttling";

    assertThat(patch(throttling, "{}").status()).isEqualTo(400);
    assertThat(get(throttling)).isEqualTo(OFF);
  }
}
