package dev.monotable.formats.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.formats.resource.SilentTypes.Row;
import dev.monotable.formats.resource.SilentTypes.Silence;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.Notice;
import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FileNoticesTest {
  private static final Path FILE = Path.of("template.yaml");

  private final FileNotices notices = new FileNotices();
  private final TableMentions mentions = new TableMentions(Set.of("Chat"), Set.of("chat-dev"));

  @Test
  void noticesAreGroupedByKind() {
    notices.add("Custom::A", at(1), "first");
    notices.add("Custom::B", at(2), "second");
    notices.add("Custom::A", at(3), "third");

    assertThat(notices.list())
        .containsExactly(notice(1, "first"), notice(3, "third"), notice(2, "second"));
  }

  @Test
  void noticesOfAKindAreCountedBeyondTheBound() {
    List<Notice> expected = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      notices.add("Custom::A", at(i), "notice " + i);
      if (i <= 10) {
        expected.add(notice(i, "notice " + i));
      }
    }
    expected.add(notice(11, "there are 2 more notices of Custom::A"));

    assertThat(notices.list()).isEqualTo(expected);
  }

  @Test
  void noticesOfMoreKindsThanTheBoundAreCounted() {
    for (int i = 1; i <= 103; i++) {
      notices.add("Custom::A" + i, at(i), "notice " + i);
    }

    assertThat(notices.list()).hasSize(101);
    assertThat(notices.list().get(100))
        .isEqualTo(notice(101, "there are 3 more notices of other kinds"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Custom::DynamoDBThing     | {}                              | names DynamoDB",
        "Custom::TableThing        | {}                              | may be about a table",
        "Custom::Indexes           | {}                              | may be about a table",
        "acme_stream_reader        | {}                              | may be about a table",
        "Custom::Stable            | {}                              |",
        "Custom::Upstream          | {}                              |",
        "AWS::EC2::RouteTable      | {}                              |",
        "AWS::Acme::Thing          | {A: [{B: 'x dynamodb:PutItem'}]} | names DynamoDB",
        "AWS::Acme::Thing          | {DynamoDbConfig: {}}            | names DynamoDB",
        "AWS::Acme::Thing          | {TableName: other}              | has the property TableName",
        "AWS::Acme::Thing          | {source_index_names: []}        | has the property source_index_names",
        "AWS::Acme::Thing          | {StreamArn: x}                  | has the property StreamArn",
        "AWS::Acme::Thing          | {IndexDocument: x}              |",
        "AWS::EC2::Route           | {RouteTableId: x}               |",
        "AWS::EC2::Route           | {A: !Ref Chat}                  | names the table 'Chat'",
        "AWS::EC2::Route           | {A: !Ref Other}                 |",
        "AWS::Acme::Thing          | {A: !GetAtt Chat.Arn}           | names the table 'Chat'",
        "AWS::Acme::Thing          | {A: {'Fn::GetAtt': Chat.Arn}}   | names the table 'Chat'",
        "AWS::Acme::Thing          | {A: !Sub 'x ${ Chat } y'}       | names the table 'Chat'",
        "AWS::Acme::Thing          | {A: !Sub '${Chat.StreamArn}'}   | names the table 'Chat'",
        "AWS::Acme::Thing          | {A: chat-dev}                   | names the table 'chat-dev'",
        "AWS::Acme::Thing          | {A: ['arn:x:table/chat-dev/y']} | names the table 'chat-dev'",
        "AWS::Acme::Thing          | {A: chat-development}           |",
        "AWS::Lambda::Function     | {A: !Ref Chat, B: dynamodb}     |",
      })
  void aResourceIsReportedIfItHasToDoWithDynamo(
      String type, String properties, @Nullable String mention) {
    notices.addResource(type, "Thing", at(7), yaml(properties), mentions);

    assertThat(notices.list())
        .isEqualTo(
            mention == null
                ? List.of()
                : List.of(notice(7, "Thing (" + type + ") has no effect here; it " + mention)));
  }

  static List<Row> rows() {
    return SilentTypes.rows();
  }

  /** Without its row, each type of the list would be reported; the row says why it is not. */
  @ParameterizedTest
  @MethodSource("rows")
  void aTypeIsSilentForAReason(Row row) {
    String type = row.type().replace("*", row.type().endsWith("_*") ? "thing" : "Thing");

    assertThat(row.reason()).contains(" ");
    assertThat(mentions.find(type, yaml("{TableName: other}"))).isNull();
    assertThat(mentions.find(type, yaml("{A: chat-dev}")))
        .isEqualTo(row.silence() == Silence.ALL ? null : "names the table 'chat-dev'");
  }

  @Test
  void aTypeIsListedOnce() {
    assertThat(rows()).extracting(Row::type).doesNotHaveDuplicates();
    for (Row row : rows()) {
      assertThat(rows().stream().filter(other -> other.matches(row.type())).findFirst())
          .as(row.type())
          .contains(row);
    }
  }

  private static FileValue yaml(String text) {
    return FileReaders.read(FILE, new BufferedReader(new StringReader("# YAML\n" + text)));
  }

  private static FilePosition at(int line) {
    return new FilePosition(FILE, line, 3);
  }

  private static Notice notice(int line, String text) {
    return new Notice(at(line), text);
  }
}
