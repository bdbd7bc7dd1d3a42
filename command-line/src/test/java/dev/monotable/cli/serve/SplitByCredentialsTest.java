package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.http.MonotableServer;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import dev.monotable.testing.ThingRequests;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests over a socket that each pair of access key and region has a separate database. */
@Timeout(600)
class SplitByCredentialsTest {
  private MonotableServer server;
  private RawConnection connection;

  @BeforeEach
  void open() throws Exception {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.splitByCredentials = true;
    options.maxDatabases = 3;
    options.account = "210987654321";
    server = ServerLauncher.start(options);
    connection = RawConnection.open(server.endpoint());
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    server.close();
  }

  @Test
  void differentCredentialsHaveDifferentDatabases() throws Exception {
    send("a", "eu-west-1", ThingRequests.CREATE_TABLE);

    assertThat(tables("a", "eu-west-1")).isEqualTo("{\"TableNames\":[\"Things\"]}");
    assertThat(tables("a", "us-east-1")).isEqualTo("{\"TableNames\":[]}");
    assertThat(tables("b", "eu-west-1")).isEqualTo("{\"TableNames\":[]}");
  }

  @Test
  void aDatabaseTooManyIsAnErrorThatSdksDoNotRetry() throws Exception {
    tables("a", "eu-west-1");
    tables("b", "eu-west-1");
    tables("c", "eu-west-1");

    Answer answer = request("d", "eu-west-1", ThingRequests.operation("ListTables", "{}"));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("#ValidationException").contains("--max-databases");
    assertThat(tables("c", "eu-west-1")).isEqualTo("{\"TableNames\":[]}");
  }

  @Test
  void arnsContainTheRegionAndTheAccountOfTheCredentials() throws Exception {
    assertThat(arn("a", "eu-west-1"))
        .isEqualTo("arn:aws:dynamodb:eu-west-1:210987654321:table/Things");
    assertThat(arn("123456789012", "ap-south-2"))
        .isEqualTo("arn:aws:dynamodb:ap-south-2:123456789012:table/Things");
  }

  @Test
  void streamRecordsContainTheRegionOfTheCredentials() throws Exception {
    String created =
        send(
            "a",
            "eu-west-1",
            ThingRequests.operation(
                "CreateTable",
                "{\"TableName\":\"Things\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
                    + "\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
                    + "\"BillingMode\":\"PAY_PER_REQUEST\",\"StreamSpecification\":"
                    + "{\"StreamEnabled\":true,\"StreamViewType\":\"KEYS_ONLY\"}}"));
    String stream = find("\"LatestStreamArn\":\"([^\"]+)\"", created);
    send("a", "eu-west-1", ThingRequests.putItem("k", "v"));
    String described = sendToStreams("DescribeStream", "{\"StreamArn\":\"" + stream + "\"}");
    String iterator =
        sendToStreams(
            "GetShardIterator",
            "{\"StreamArn\":\""
                + stream
                + "\",\"ShardId\":\""
                + find("\"ShardId\":\"([^\"]+)\"", described)
                + "\",\"ShardIteratorType\":\"TRIM_HORIZON\"}");
    String records =
        sendToStreams(
            "GetRecords",
            "{\"ShardIterator\":\"" + find("\"ShardIterator\":\"([^\"]+)\"", iterator) + "\"}");

    assertThat(stream).startsWith("arn:aws:dynamodb:eu-west-1:210987654321:table/Things/stream/");
    assertThat(find("\"awsRegion\":\"([^\"]+)\"", records)).isEqualTo("eu-west-1");
  }

  private String tables(String accessKey, String region) throws Exception {
    return send(accessKey, region, ThingRequests.operation("ListTables", "{}"));
  }

  private String arn(String accessKey, String region) throws Exception {
    return find("\"TableArn\":\"([^\"]+)\"", send(accessKey, region, ThingRequests.CREATE_TABLE));
  }

  private String sendToStreams(String operation, String body) throws Exception {
    return send(
        "a",
        "eu-west-1",
        ThingRequests.operation(operation, body).replace("DynamoDB_2012", "DynamoDBStreams_2012"));
  }

  private String send(String accessKey, String region, String request) throws Exception {
    Answer answer = request(accessKey, region, request);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.text();
  }

  private Answer request(String accessKey, String region, String request) throws Exception {
    String credential = "Credential=key/20260101/us-east-1/";
    assertThat(request).contains(credential);
    return connection
        .send(request.replace(credential, "Credential=" + accessKey + "/20260101/" + region + "/"))
        .read();
  }

  private static String find(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }
}
