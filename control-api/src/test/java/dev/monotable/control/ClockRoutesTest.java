package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockRoutesTest extends ControlFixture {
  @Test
  void isSetAdvancedFrozenAndResumed() throws Exception {
    String clock = "/databases/" + create("{}") + "/clock";

    assertThat(get(clock)).isEqualTo(clock("2026-01-01T00:00:00Z", false));
    assertThat(patch(clock, "{\"set\":\"2027-06-01T00:00:00Z\"}"))
        .isEqualTo(clock("2027-06-01T00:00:00Z", false));
    assertThat(patch(clock, "{\"advance\":\"P39D\"}"))
        .isEqualTo(clock("2027-07-10T00:00:00Z", false));
    assertThat(patch(clock, "{\"advance\":\"23h59m60s\"}"))
        .isEqualTo(clock("2027-07-11T00:00:00Z", false));
    assertThat(patch(clock, "{\"advance\":\"2 hours\"}"))
        .isEqualTo(
            new Answer(
                400,
                error(
                    "InvalidRequest",
                    "'advance' is invalid: '2 hours'; a duration such as 2h, 30s or PT2H is needed"
                        + " (line 1, column 12 of the body)")));
    assertThat(patch(clock, "{\"set\":\"2026-01-01T00:00:00Z\",\"frozen\":true}"))
        .isEqualTo(clock("2026-01-01T00:00:00Z", true));
    time.advance(Duration.ofHours(1));
    assertThat(get(clock)).isEqualTo(clock("2026-01-01T00:00:00Z", true));
    assertThat(patch(clock, "{\"frozen\":false}")).isEqualTo(clock("2026-01-01T00:00:00Z", false));
    time.advance(Duration.ofHours(1));
    assertThat(get(clock)).isEqualTo(clock("2026-01-01T01:00:00Z", false));
  }

  @Test
  void deletesWhatExpires() throws Exception {
    String key = create("{}");
    createTable(key);
    dynamo(
        key,
        "UpdateTimeToLive",
        "{\"TableName\":\"Things\",\"TimeToLiveSpecification\":{\"AttributeName\":\"ttl\","
            + "\"Enabled\":true}}");
    String item = "{\"PK\":{\"S\":\"a\"},\"ttl\":{\"N\":\"1767225601\"}}";
    assertThat(post("/databases/" + key + "/expire", null))
        .isEqualTo(new Answer(200, "{\"deleted\":0}"));
    patch("/databases/" + key + "/clock", "{\"advance\":\"PT2S\",\"frozen\":true}");
    dynamo(key, "PutItem", "{\"TableName\":\"Things\",\"Item\":" + item + "}");
    assertThat(post("/databases/" + key + "/expire", null))
        .isEqualTo(new Answer(200, "{\"deleted\":1}"));
    assertThat(getThing(key, "a")).isEqualTo(NOTHING);
  }

  @Test
  void staysWithinItsBounds() throws Exception {
    String clock = "/databases/" + create("{}") + "/clock";
    String bounds =
        error(
            "InvalidRequest",
            "The clock must stay between 1970-01-01T00:00:00Z and 9999-12-31T23:59:59Z");

    assertThat(patch(clock, "{\"set\":\"1969-12-31T23:59:59Z\"}"))
        .isEqualTo(new Answer(400, bounds));
    assertThat(patch(clock, "{\"advance\":\"PT9223372036854775807S\"}"))
        .isEqualTo(new Answer(400, bounds));
    assertThat(patch(clock, "{\"advance\":\"-PT1S\"}"))
        .isEqualTo(
            new Answer(
                400,
                error(
                    "InvalidRequest",
                    "'advance' must not be negative; 'set' sets the clock back")));
    assertThat(get(clock)).isEqualTo(clock("2026-01-01T00:00:00Z", false));
  }

  private Answer clock(String now, boolean frozen) {
    return new Answer(200, "{\"now\":\"" + now + "\",\"frozen\":" + frozen + "}");
  }
}
