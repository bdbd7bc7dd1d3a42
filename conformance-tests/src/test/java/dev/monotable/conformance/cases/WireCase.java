package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.monotable.engine.error.Wording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a request, and the expected response. A case specifies how the request differs from
 * the default one, a ListTables as an SDK sends it. It has
 *
 * <ul>
 *   <li>{@code name}, {@code source}, {@code rows}, {@code each}: as in {@link CaseFile}
 *   <li>{@code before}: requests as in {@code CaseFile}, sent with the default headers
 *   <li>{@code request}: the first line, with or without its version; default: {@code POST /}
 *   <li>{@code headers}: header fields to set, or to omit if null; {@code bare: true} omits the
 *       body and all header fields except the host
 *   <li>{@code sent}: the body as a string; or the {@code gzip}, {@code deflate} or {@code
 *       raw-deflate} (without the zlib header) of a string, or of several, each as a member of its
 *       own, which can be damaged: {@code flip} inverts the lowest bit of the byte at an index,
 *       counted from the end if negative, {@code cut} removes bytes, {@code more} appends a string;
 *       or {@code latin1}
 *   <li>{@code raw}: the complete request instead, whose lines are ended by CR LF
 *   <li>{@code status}, {@code body}: the status and the body of the response, a string or complete
 *       JSON; {@code type}: the content type, if it is not AWS's JSON; {@code has}: other headers,
 *       null for those that the response does not have; {@code closes: true}, if the connection is
 *       closed
 *   <li>{@code classic}: the response in the classic wording
 * </ul>
 *
 * <p>In addition, every response must have a request ID and the checksum of its body.
 *
 * @param answers the response for each wording
 * @param closes whether the server closes the connection after the response
 */
record WireCase(
    String name,
    String source,
    List<byte[]> before,
    byte[] request,
    boolean head,
    Map<Wording, Answer> answers,
    boolean closes) {
  /** The wordings that differ in how requests are decoded. */
  static final List<Wording> WORDINGS = List.of(Wording.usEast1(), Wording.classic());

  private static final String JSON = "application/x-amz-json-1.0";
  private static final YAMLMapper MAPPER = new YAMLMapper();

  /**
   * The header fields of the default request, except Content-Length.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html">DynamoDB
   *     low-level API</a>
   */
  private static final Map<String, String> ORDINARY = new LinkedHashMap<>();

  static {
    ORDINARY.put("Host", "localhost");
    ORDINARY.put("Content-Type", JSON);
    ORDINARY.put("X-Amz-Target", "DynamoDB_20120810.ListTables");
    ORDINARY.put("X-Amz-Date", "20261010T100000Z");
    ORDINARY.put(
        "Authorization",
        "AWS4-HMAC-SHA256 Credential=AKID/20261010/us-east-1/dynamodb/aws4_request,"
            + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=c0ffee");
  }

  /**
   * An expected response.
   *
   * @param type the content type, or null for none
   * @param body a string, or JSON
   * @param headers additional headers; the value of an absent one is null
   */
  record Answer(
      int status, @Nullable String type, JsonNode body, Map<String, @Nullable String> headers) {
    static Answer of(JsonNode node) {
      JsonNode body = node.path("body");
      boolean text = body.isTextual() && body.textValue().isEmpty();
      JsonNode type = node.path("type");
      Map<String, @Nullable String> headers = new TreeMap<>();
      for (Map.Entry<String, JsonNode> entry : node.path("has").properties()) {
        headers.put(entry.getKey(), entry.getValue().asText(null));
      }
      return new Answer(
          node.path("status").asInt(),
          type.isMissingNode() && !text ? JSON : type.asText(null),
          body,
          headers);
    }
  }

  /** Returns the cases of a file. */
  static List<WireCase> read(String file) {
    try (InputStream in = WireCase.class.getResourceAsStream("/wire/" + file)) {
      List<WireCase> cases = new ArrayList<>();
      JsonNode root = Templates.expand(MAPPER.readTree(in));
      for (JsonNode node : root.path("cases")) {
        for (JsonNode each : Series.of(node, root.path("values"))) {
          cases.add(of(file, each));
        }
      }
      if (cases.isEmpty()) {
        throw new IllegalArgumentException(file + ": no cases");
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  private static WireCase of(String file, JsonNode node) throws IOException {
    String name = node.path("name").asText();
    String source = node.path("source").asText();
    node.fieldNames().forEachRemaining(member -> requireMember(file + ": " + name, member));
    Answer answer = Answer.of(node);
    if (name.isBlank()
        || source.isBlank()
        || answer.status() == 0
        || answer.body().isMissingNode()) {
      throw new IllegalArgumentException(
          file + ": a case needs a name, a source, a status and a body: " + name);
    }
    Map<Wording, Answer> answers = new LinkedHashMap<>();
    answers.put(Wording.usEast1(), answer);
    answers.put(Wording.classic(), node.has("classic") ? Answer.of(node.path("classic")) : answer);
    List<byte[]> before = new ArrayList<>();
    for (JsonNode step : node.path("before")) {
      before.add(ordinary(Step.of(step)));
    }
    String line = node.path("request").asText("POST /");
    return new WireCase(
        name,
        source,
        before,
        request(line, node),
        line.startsWith("HEAD "),
        answers,
        node.path("closes").asBoolean());
  }

  private static void requireMember(String at, String member) {
    switch (member) {
      case "name", "source", "before", "request", "headers", "bare", "sent", "raw" -> {}
      case "status", "type", "body", "has", "closes", "classic" -> {}
      default -> throw new IllegalArgumentException(at + ": a case has no member " + member);
    }
  }

  private static byte[] ordinary(Step step) throws IOException {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putObject("headers").put("X-Amz-Target", "DynamoDB_20120810." + step.operation());
    return request("POST /", node.put("sent", step.request().toString()));
  }

  private static byte[] request(String line, JsonNode node) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (node.has("raw")) {
      bytes.writeBytes(ascii(node.path("raw").asText().replace("\n", "\r\n")));
      return bytes.toByteArray();
    }
    Map<String, String> headers = new LinkedHashMap<>();
    if (node.path("bare").asBoolean()) {
      headers.put("Host", "localhost");
    } else {
      headers.putAll(ORDINARY);
    }
    node.path("headers")
        .properties()
        .forEach(entry -> headers.put(entry.getKey(), entry.getValue().asText(null)));
    byte[] body = body(node);
    if (body != null && !headers.containsKey("Content-Length")) {
      headers.put("Content-Length", Integer.toString(body.length));
    }
    bytes.writeBytes(ascii(line.matches(".* HTTP/.*") ? line : line + " HTTP/1.1"));
    headers.forEach(
        (field, value) -> {
          if (value != null) {
            bytes.writeBytes(ascii("\r\n" + field + ": " + value));
          }
        });
    bytes.writeBytes(ascii("\r\n\r\n"));
    if (body != null) {
      bytes.writeBytes(body);
    }
    return bytes.toByteArray();
  }

  private static byte @Nullable [] body(JsonNode node) throws IOException {
    JsonNode sent = node.path("sent");
    if (sent.isMissingNode()) {
      return node.path("bare").asBoolean() ? null : ascii("{}");
    }
    if (sent.isTextual()) {
      return sent.textValue().getBytes(StandardCharsets.UTF_8);
    }
    if (sent.has("latin1")) {
      return sent.path("latin1").asText().getBytes(StandardCharsets.ISO_8859_1);
    }
    byte[] packed = packed(sent);
    if (sent.has("flip")) {
      packed[Math.floorMod(sent.path("flip").asInt(), packed.length)] ^= 1;
    }
    packed = Arrays.copyOf(packed, packed.length - sent.path("cut").asInt());
    byte[] more = ascii(sent.path("more").asText());
    byte[] whole = Arrays.copyOf(packed, packed.length + more.length);
    System.arraycopy(more, 0, whole, packed.length, more.length);
    return whole;
  }

  private static byte[] packed(JsonNode sent) throws IOException {
    String form =
        Stream.of("gzip", "deflate", "raw-deflate").filter(sent::has).findFirst().orElseThrow();
    JsonNode members = sent.path(form);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (members.isTextual()) {
      pack(members.textValue(), form, bytes);
    }
    for (JsonNode member : members) {
      pack(member.textValue(), form, bytes);
    }
    return bytes.toByteArray();
  }

  private static void pack(String text, String form, ByteArrayOutputStream bytes)
      throws IOException {
    if (form.equals("gzip")) {
      try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
        out.write(ascii(text));
      }
    } else {
      Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, form.equals("raw-deflate"));
      try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
        out.write(ascii(text));
      }
      deflater.end();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
