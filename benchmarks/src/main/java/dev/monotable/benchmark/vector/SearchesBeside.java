package dev.monotable.benchmark.vector;

import dev.monotable.benchmark.server.Medians;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the same vectors and the same searches to several servers that are running, and compares
 * what they find. Arguments: the number of vectors, the seed and the ports.
 */
public final class SearchesBeside {
  private static final int DIMENSIONS = 768;
  private static final int QUERIES = 50;
  private static final int BATCH = 25;
  private static final Pattern KEY = Pattern.compile("\"pk\":\\{\"S\":\"(\\d+)\"\\}");

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI endpoint;

  private SearchesBeside(String port) {
    this.endpoint = URI.create("http://127.0.0.1:" + port + "/");
  }

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    List<SearchesBeside> servers = new ArrayList<>();
    for (int i = 2; i < arguments.length; i++) {
      servers.add(new SearchesBeside(arguments[i]));
    }
    for (SearchesBeside server : servers) {
      RandomVectors random = new RandomVectors(seed, DIMENSIONS, 100, 1);
      long begin = System.nanoTime();
      server.load(random, count);
      System.out.printf(
          "%s: %,d vectors written in %.1f s%n",
          server.endpoint, count, (System.nanoTime() - begin) / 1e9);
    }
    RandomVectors random = new RandomVectors(seed, DIMENSIONS, 100, 1);
    List<String> queries = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      queries.add(search(random.next()));
    }
    double[][] millis = new double[servers.size()][QUERIES];
    int equal = 0;
    for (int i = -QUERIES; i < QUERIES; i++) {
      List<List<String>> found = new ArrayList<>();
      for (int s = 0; s < servers.size(); s++) {
        long begin = System.nanoTime();
        String answer =
            servers.get(s).call("SearchVectors", queries.get(Math.floorMod(i, QUERIES)));
        if (i >= 0) {
          millis[s][i] = (System.nanoTime() - begin) / 1e6;
        }
        found.add(keys(answer));
      }
      if (i >= 0 && found.stream().distinct().count() == 1) {
        equal++;
      }
    }
    for (int s = 0; s < servers.size(); s++) {
      System.out.printf(
          "%s: median of a search %.2f ms%n", servers.get(s).endpoint, Medians.of(millis[s]));
    }
    System.out.printf(
        "%d of %d searches have the same 10 items in the same order%n", equal, QUERIES);
  }

  private static List<String> keys(String answer) {
    List<String> keys = new ArrayList<>();
    Matcher matcher = KEY.matcher(answer);
    while (matcher.find()) {
      keys.add(matcher.group(1));
    }
    return keys;
  }

  private void load(RandomVectors random, int count) throws IOException, InterruptedException {
    call(
        "CreateTable",
        """
        {"TableName":"Docs","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
        "BillingMode":"PAY_PER_REQUEST","VectorIndexes":[{"IndexName":"byVector",
        "VectorAttribute":{"AttributeName":"v"},"Projection":{"ProjectionType":"KEYS_ONLY"},
        "Dimensions":%d,"DistanceFunction":"COSINE"}]}"""
            .formatted(DIMENSIONS));
    for (int first = 0; first < count; first += BATCH) {
      StringBuilder puts = new StringBuilder();
      for (int i = first; i < Math.min(count, first + BATCH); i++) {
        puts.append(i == first ? "" : ",")
            .append("{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"")
            .append(i)
            .append("\"},\"v\":{\"L\":")
            .append(numbers(random.next()))
            .append("}}}}");
      }
      call("BatchWriteItem", "{\"RequestItems\":{\"Docs\":[" + puts + "]}}");
    }
  }

  private static String search(float[] vector) {
    return "{\"TableName\":\"Docs\",\"IndexName\":\"byVector\",\"TopK\":10,\"SearchVector\":"
        + numbers(vector)
        + "}";
  }

  private static String numbers(float[] vector) {
    StringBuilder numbers = new StringBuilder("[");
    for (float number : vector) {
      numbers
          .append(numbers.length() == 1 ? "" : ",")
          .append("{\"N\":\"")
          .append(number)
          .append("\"}");
    }
    return numbers.append(']').toString();
  }

  private String call(String operation, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(endpoint + " " + operation + ": " + answer.body());
    }
    return answer.body();
  }
}
