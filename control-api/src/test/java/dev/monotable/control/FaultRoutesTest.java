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
      "error\",\"code\":\"ServiceUnavailableException\",\"message\":\"Later\",\"status\":503",
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
      String end = fault.endsWith("503") ? "}" : "\"}";
      Answer answer = post(faults, "{\"fault\":\"" + fault + end);
      assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }
    assertThat(all).hasSameSizeAs(dev.monotable.control.model.FaultName.values());
  }

  @Test
  void anErrorOfOnesChoiceIsTheAnswer() throws Exception {
    String rule = "{\"fault\":\"error\",\"operation\":\"GetItem\",\"times\":1,";
    String unknown =
        "\"code\":\"Service_Unavailable\",\"message\":\"Sl\u00f6w \\\"down\\\"\",\"status\":503}";
    post(faults, rule + unknown);
    assertThat(getThing(key, "a"))
        .isEqualTo(
            new Answer(
                503,
                "{\"__type\":\"com.amazonaws.dynamodb.v20120810#Service_Unavailable\","
                    + "\"message\":\"Sl\u00f6w \\\"down\\\"\"}"));
    assertThat(getThing(key, "a")).isEqualTo(found("a"));

    post(faults, rule + "\"code\":\"AccessDeniedException\",\"message\":\"No\"}");
    assertThat(getThing(key, "a"))
        .isEqualTo(
            new Answer(
                400,
                "{\"__type\":\"com.amazon.coral.service#AccessDeniedException\",\"Message\":\"No\"}"));
    get("/databases/" + key + "/requests");
    post(faults, rule + unknown);
    getThing(key, "a");
    assertThat(get("/databases/" + key + "/requests?error=Service_Unavailable").body())
        .contains("\"error\":\"Service_Unavailable\"", "ChosenFailure[code=Service_Unavailable");
  }

  @Test
  void anErrorOfOnesChoiceHasBounds() throws Exception {
    String status = "the status of an error is from 400 to 599: ";
    String form =
        "an error code has 1 to 100 letters, digits, dots and underscores, and begins with a"
            + " letter";
    assertInvalid("{\"fault\":\"error\"}", "The fault error needs 'code'");
    assertInvalid("{\"fault\":\"error\",\"code\":\"A\",\"status\":399}", status + 399);
    assertInvalid("{\"fault\":\"error\",\"code\":\"A\",\"status\":600}", status + 600);
    for (String code : List.of("", "A B", "1A", "A\u00e4", "A".repeat(101))) {
      assertInvalid("{\"fault\":\"error\",\"code\":\"" + code + "\"}", form);
    }
    String longest = "{\"fault\":\"error\",\"code\":\"" + "A".repeat(100) + "\",\"message\":\"";
    assertThat(post(faults, longest + "m".repeat(1_000) + "\"}").status()).isEqualTo(201);
    assertInvalid(
        longest + "m".repeat(1_001) + "\"}", "the message of an error has at most 1000 characters");
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
