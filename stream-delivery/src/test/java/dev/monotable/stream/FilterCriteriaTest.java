package dev.monotable.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.model.Identity;
import dev.monotable.model.Record;
import dev.monotable.model.StreamRecord;
import dev.monotable.stream.event.EventJson;
import dev.monotable.stream.event.FilterCriteria;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Filter patterns.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html">Control
 *     which events Lambda sends to your function</a>
 */
class FilterCriteriaTest {
  private static final String ARN =
      "arn:aws:dynamodb:us-east-1:000000000000:table/Chat/stream/2026-01-01T00:00:00.000";

  private static final Record RECORD =
      Record.builder()
          .eventID("1")
          .eventName("MODIFY")
          .eventVersion("1.1")
          .eventSource("aws:dynamodb")
          .awsRegion("us-east-1")
          .userIdentity(new Identity("dynamodb.amazonaws.com", "Service"))
          .dynamodb(
              StreamRecord.builder()
                  .approximateCreationDateTime(Instant.ofEpochSecond(1_678_831_218))
                  .keys(Item.parse("{\"id\":{\"S\":\"alpha-1\"}}"))
                  .newImage(
                      Item.parse(
                          "{\"id\":{\"S\":\"alpha-1\"},\"price\":{\"N\":\"25\"},"
                              + "\"open\":{\"BOOL\":true},\"gone\":{\"NULL\":true},"
                              + "\"empty\":{\"S\":\"\"},\"tags\":{\"SS\":[\"x\",\"y\"]},"
                              + "\"sizes\":{\"NS\":[\"1\",\"2\"]},\"raw\":{\"B\":\"AQID\"},"
                              + "\"raws\":{\"BS\":[\"AQID\"]},"
                              + "\"list\":{\"L\":[{\"S\":\"e\"},{\"N\":\"7\"}]},"
                              + "\"nested\":{\"M\":{\"city\":{\"S\":\"Oslo\"}}}}"))
                  .oldImage(Item.parse("{\"id\":{\"S\":\"alpha-1\"},\"price\":{\"N\":\"20\"}}"))
                  .sequenceNumber("100000000000000000001")
                  .sizeBytes(26L)
                  .streamViewType("NEW_AND_OLD_IMAGES")
                  .build())
          .build();

  private static boolean matches(String... patterns) {
    List<String> json = new ArrayList<>();
    for (String pattern : patterns) {
      json.add(pattern.replace('\'', '"'));
    }
    return FilterCriteria.of(json.toArray(String[]::new)).matches(EventJson.of(ARN, RECORD));
  }

  private static boolean newImageMatches(String pattern) {
    return matches("{'dynamodb':{'NewImage':" + pattern + "}}");
  }

  @Test
  void withoutFiltersAllRecordsMatch() {
    assertThat(matches()).isTrue();
  }

  @Test
  void oneOfSeveralFiltersIsEnough() {
    assertThat(matches("{'eventName':['INSERT']}", "{'eventName':['MODIFY']}")).isTrue();
    assertThat(matches("{'eventName':['INSERT']}", "{'eventName':['REMOVE']}")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'eventID':['1']}",
        "{'eventName':['MODIFY']}",
        "{'eventVersion':['1.1']}",
        "{'eventSource':['aws:dynamodb']}",
        "{'awsRegion':['us-east-1']}",
        "{'eventSourceARN':[{'suffix':'/stream/2026-01-01T00:00:00.000'}]}",
        "{'userIdentity':{'principalId':['dynamodb.amazonaws.com'],'type':['Service']}}",
        "{'dynamodb':{'ApproximateCreationDateTime':[1678831218]}}",
        "{'dynamodb':{'Keys':{'id':{'S':['alpha-1']}}}}",
        "{'dynamodb':{'OldImage':{'price':{'N':['20']}}}}",
        "{'dynamodb':{'SequenceNumber':['100000000000000000001']}}",
        "{'dynamodb':{'SizeBytes':[26]}}",
        "{'dynamodb':{'SizeBytes':[26.0]}}",
        "{'dynamodb':{'StreamViewType':['NEW_AND_OLD_IMAGES']}}"
      })
  void eachPartOfTheEventCanBeMatched(String pattern) {
    assertThat(matches(pattern)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Equals, empty, null
        "{'id':{'S':['alpha-1']}} | true",
        "{'id':{'S':['alpha']}} | false",
        "{'id':{'S':['ALPHA-1']}} | false",
        "{'id':{'S':['x','alpha-1']}} | true",
        "{'empty':{'S':['']}} | true",
        "{'id':{'S':['']}} | false",
        "{'id':{'S':[null]}} | false",
        "{'none':{'S':[null]}} | false",
        "{'open':{'BOOL':[true]}} | true",
        "{'open':{'BOOL':[false]}} | false",
        "{'open':{'BOOL':['true']}} | false",
        "{'gone':{'NULL':[true]}} | true",
        "{'raw':{'B':['AQID']}} | true",
        // Two members
        "{'id':{'S':['alpha-1']},'price':{'N':['25']}} | true",
        "{'id':{'S':['alpha-1']},'price':{'N':['26']}} | false",
        // Ignoring case
        "{'id':{'S':[{'equals-ignore-case':'ALPHA-1'}]}} | true",
        "{'id':{'S':[{'equals-ignore-case':'ALPHA'}]}} | false",
        // Prefix and suffix
        "{'id':{'S':[{'prefix':'alpha'}]}} | true",
        "{'id':{'S':[{'prefix':'lpha'}]}} | false",
        "{'id':{'S':[{'prefix':''}]}} | true",
        "{'none':{'S':[{'prefix':''}]}} | false",
        "{'id':{'S':[{'suffix':'-1'}]}} | true",
        "{'id':{'S':[{'suffix':'-2'}]}} | false",
        "{'id':{'S':[{'suffix':'-2'},{'suffix':'-1'}]}} | true",
        // Not
        "{'id':{'S':[{'anything-but':['beta']}]}} | true",
        "{'id':{'S':[{'anything-but':'beta'}]}} | true",
        "{'id':{'S':[{'anything-but':['beta','alpha-1']}]}} | false",
        "{'none':{'S':[{'anything-but':['beta']}]}} | false",
        "{'id':{'S':[{'anything-but':{'prefix':'alpha'}}]}} | false",
        "{'id':{'S':[{'anything-but':{'prefix':'beta'}}]}} | true",
        "{'open':{'BOOL':[{'anything-but':[false]}]}} | true",
        // Numbers: those of DynamoDB are strings
        "{'price':{'N':['25']}} | true",
        "{'price':{'N':[25]}} | false",
        "{'price':{'N':[{'numeric':['=',25]}]}} | false",
        "{'price':{'N':[{'numeric':['>',10,'<=',30]}]}} | false",
        // Existence, of leaves only
        "{'price':{'N':[{'exists':true}]}} | true",
        "{'price':{'N':[{'exists':false}]}} | false",
        "{'price':[{'exists':true}]} | false",
        "{'none':{'S':[{'exists':true}]}} | false",
        "{'none':{'S':[{'exists':false}]}} | true",
        "{'none':[{'exists':false}]} | true",
        // Sets, lists and maps
        "{'tags':{'SS':['y']}} | true",
        "{'tags':{'SS':['z']}} | false",
        "{'tags':{'SS':[{'anything-but':['x']}]}} | true",
        "{'tags':{'SS':[{'exists':true}]}} | true",
        "{'sizes':{'NS':['2']}} | true",
        "{'raws':{'BS':['AQID']}} | true",
        "{'list':{'L':{'S':['e']}}} | true",
        "{'list':{'L':{'S':['f']}}} | false",
        "{'list':{'L':{'S':['e'],'N':['7']}}} | false",
        "{'list':{'L':{'B':[{'exists':false}]}}} | true",
        "{'tags':{'SS':{'x':[{'exists':true}]}}} | false",
        "{'nested':{'M':{'city':{'S':['Oslo']}}}} | true",
        "{'nested':{'M':{'city':{'S':['Rome']}}}} | false",
        // One of several members
        "{'$or':[{'id':{'S':['x']}},{'price':{'N':['25']}}]} | true",
        "{'$or':[{'id':{'S':['x']}},{'price':{'N':['26']}}]} | false",
        "{'open':{'BOOL':[false]},'$or':[{'id':{'S':['alpha-1']}},{'price':{'N':['25']}}]} | false"
      })
  void rulesOfTheNewImage(String pattern, boolean expected) {
    assertThat(newImageMatches(pattern)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "['=',26] | true",
        "['=',2.6e1] | true",
        "['=',27] | false",
        "['>',25] | true",
        "['>',26] | false",
        "['>=',26] | true",
        "['<',27] | true",
        "['<',26] | false",
        "['<=',26] | true",
        "['>',10,'<',20] | false",
        "['>',10,'<',30] | true"
      })
  void numbersOfTheEventCanBeCompared(String comparison, boolean expected) {
    assertThat(matches("{'dynamodb':{'SizeBytes':[{'numeric':" + comparison + "}]}}"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | pattern:1:1: a filter pattern must be an object, not a list",
        "{} | pattern:1:1: an empty object",
        "{'a' | pattern:1:5: not JSON: ",
        "{'a':['b']} c | pattern:1:13: not JSON: ",
        "{'a':['b']} {} | pattern:1:13: more follows after the end of the pattern",
        "{'a':'b'} | pattern:1:6: 'a' must be an object or a list",
        "{'a':[]} | pattern:1:6: an empty list",
        "{'a':[['b']]} | pattern:1:7: not a value: a list",
        "{'a':[{}]} | pattern:1:7: a rule has one operator",
        "{'a':[{'prefix':'b','suffix':'c'}]} | pattern:1:7: a rule has one operator",
        "{'a':[{'prefix':1}]} | pattern:1:17: not a string: '1'",
        "{'a':[{'wildcard':'b*'}]} | pattern:1:8: 'wildcard' is not an operator of filter patterns",
        "{'a':[{'exists':'true'}]} | pattern:1:17: 'exists' needs true or false",
        "{'a':[{'numeric':['>']}]} | pattern:1:18: 'numeric' needs a list of operators and numbers",
        "{'a':[{'numeric':['!',1]}]} | pattern:1:19: not a comparison: '!'",
        "{'a':[{'numeric':['>','1']}]} | pattern:1:23: not a number: '1'",
        "{'a':[{'anything-but':[]}]} | pattern:1:23: an empty list",
        "{'$or':[{'a':['b']}]} | pattern:1:8: $or needs at least two patterns"
      })
  void invalidPatternsAreRejected(String pattern, String message) {
    assertThatThrownBy(() -> matches(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("invalid filter " + message)
        .hasMessageEndingWith(": " + pattern.replace('\'', '"'));
  }

  @Test
  void quotasAreChecked() {
    String long4097 = "{\"a\":[\"" + "x".repeat(4_097 - 10) + "\"]}";
    assertThatThrownBy(() -> FilterCriteria.of(long4097))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a filter pattern of more than 4096 characters");
    String[] eleven = new String[11];
    java.util.Arrays.fill(eleven, "{\"a\":[\"b\"]}");
    assertThatThrownBy(() -> FilterCriteria.of(eleven))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("more than 10 filters");
  }

  @Test
  void recordsThatDoNotMatchAreNotDelivered() {
    try (ChatDatabase db = new ChatDatabase()) {
      List<List<Integer>> batches = new ArrayList<>();
      EventSourceMapping mapping =
          db.stream()
              .filter(
                  "{\"eventName\":[\"INSERT\"],\"dynamodb\":{\"Keys\":{\"room\":{\"S\":[\"b\"]}}}}")
              .onBatch(2, records -> batches.add(ChatDatabase.ids(records)));
      for (int id = 1; id <= 5; id++) {
        db.put("a", id);
        db.put("b", id);
        db.put("b", id, "changed");
      }

      mapping.awaitDrained();

      assertThat(batches).containsExactly(List.of(1, 2), List.of(3, 4), List.of(5));
    }
  }
}
