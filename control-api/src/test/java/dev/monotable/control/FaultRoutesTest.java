package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultRoutesTest extends ControlFixture {
  private String key;
  private String faults;

  @BeforeEach
  void createDatabase() throws Exception {
    key = create("{}");
    faults = "/databases/" + key + "/faults";
    createTable(key);
    putThing(key, "a");
  }

  @Test
  void aRuleHitsTheRequestsThatItSelects() throws Exception {
    String rule =
        "{\"id\":\"1\",\"name\":\"GetItem, table Things, key {\\\"PK\\\":{\\\"S\\\":\\\"a\\\"}},"
            + " 2 times: ServerError[applied=false]\",\"matched\":M,\"injected\":I}";
    assertThat(
            post(
                faults,
                "{\"fault\":\"serverError\",\"operation\":\"GetItem\",\"table\":\"Things\","
                    + "\"key\":{\"PK\":{\"S\":\"a\"}},\"times\":2}"))
        .isEqualTo(new Answer(201, counts(rule, 0, 0)));

    assertThat(getThing(key, "b").status()).isEqualTo(200);
    assertThat(getThing(key, "a").status()).isEqualTo(500);
    assertThat(getThing(key, "a").status()).isEqualTo(500);
    assertThat(getThing(key, "a")).isEqualTo(found("a"));
    assertThat(get(faults + "/1")).isEqualTo(new Answer(200, counts(rule, 3, 2)));
    assertThat(delete(faults + "/1")).isEqualTo(new Answer(204, ""));
    assertThat(delete(faults + "/1")).isEqualTo(new Answer(204, ""));
    assertThat(get(faults + "/1"))
        .isEqualTo(new Answer(404, error("UnknownFault", "There is no rule '1'")));
  }

  @Test
  void aResponseNamesItsFault() throws Exception {
    post(
        faults,
        "{\"fault\":\"throttle\",\"operation\":\"GetItem\",\"key\":" + item("\u00e4") + "}");

    assertThat(dynamoResponse(key, "GetItem", read("\u00e4")).headers().map())
        .containsEntry(
            "x-monotable-fault",
            List.of("GetItem, key {\"PK\":{\"S\":\"?\"}}: Throttle[limit=null]"));
    assertThat(dynamoResponse(key, "GetItem", read("a")).headers().map())
        .doesNotContainKey("x-monotable-fault");
  }

  private static String read(String key) {
    return "{\"TableName\":\"Things\",\"Key\":" + item(key) + "}";
  }

  private static String counts(String rule, int matched, int injected) {
    return rule.replace("M,", matched + ",").replace(":I", ":" + injected);
  }

  @Test
  void theSeedRepeatsTheDraws() throws Exception {
    StringBuilder outcomes = new StringBuilder();
    for (int run = 0; run < 2; run++) {
      assertThat(
              post(faults, "{\"fault\":\"serverError\",\"probability\":0.5,\"seed\":7}").status())
          .isEqualTo(201);
      for (int i = 0; i < 20; i++) {
        outcomes.append(getThing(key, "a").status() == 500 ? 'F' : '.');
      }
    }

    assertThat(outcomes.substring(0, 20)).isEqualTo(outcomes.substring(20)).contains("F", ".");
    assertThat(get(faults).body()).startsWith("{\"seed\":7,\"faults\":[{\"id\":\"2\",");
    assertThat(delete(faults)).isEqualTo(new Answer(204, ""));
    assertThat(get(faults)).isEqualTo(new Answer(200, "{\"seed\":7,\"faults\":[]}"));
  }

  @Test
  void eachFaultIsAccepted() throws Exception {
    String[] all = {
      "throttle\",\"limit\":\"keyRange",
      "unprocessed\",\"operation\":\"BatchGetItem\",\"parts\":2,\"table\":\"Things",
      "serverError",
      "serverErrorAfterwards",
      "dropConnection",
      "dropConnectionAfterwards",
      "latency\",\"duration\":\"PT1S",
      "realLatency\",\"duration\":\"PT1S",
      "transactionConflict",
      "transactionInProgress",
      "pagesOf\",\"items\":1,\"table\":\"Things",
      "staleReads\",\"commits\":1,\"table\":\"Things",
      "laggingIndex\",\"duration\":\"PT1S",
      "lateRecords\",\"duration\":\"PT1S",
      "repeatedRecords"
    };
    for (String fault : all) {
      Answer answer = post(faults, "{\"fault\":\"" + fault + "\"}");
      assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }
    assertThat(all).hasSameSizeAs(dev.monotable.control.model.FaultName.values());
  }

  @Test
  void anImpossibleRuleIsAnError() throws Exception {
    assertInvalid("{}", "'fault' is missing (line 1, column 1 of the body)");
    assertInvalid("{\"fault\":\"pagesOf\"}", "The fault pagesOf needs 'items'");
    assertInvalid("{\"fault\":\"latency\"}", "The fault latency needs 'duration'");
    assertInvalid("{\"fault\":\"serverError\",\"operation\":\"Get\"}", "unknown operation: Get");
    assertInvalid("{\"fault\":\"serverError\",\"times\":0}", "times is less than 1: 0");
    assertInvalid(
        "{\"fault\":\"serverError\",\"probability\":2}", "probability is not in (0, 1]: 2.0");
    assertInvalid(
        "{\"fault\":\"serverError\",\"key\":{\"PK\":{\"X\":\"a\"}}}",
        "PK has the unknown data type 'X' (line 1, column 37 of the body)");
    assertThat(post(faults, "{\"fault\":\"unprocessed\",\"operation\":\"PutItem\"}").body())
        .contains("PutItem never has the fault");
  }

  private void assertInvalid(String body, String message) throws Exception {
    assertThat(post(faults, body))
        .isEqualTo(new Answer(400, error("InvalidRequest", message.replace("\"", "\\\""))));
  }

  @Test
  void theNumberOfRulesIsBounded() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertThat(post(faults, "{\"fault\":\"repeatedRecords\"}").status()).isEqualTo(201);
    }
    assertThat(post(faults, "{\"fault\":\"repeatedRecords\"}"))
        .isEqualTo(
            new Answer(409, error("LimitExceeded", "The database has 100 rules; remove some")));
  }
}
