package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the signature of a request, as they were sent: in the header {@code Authorization},
 * or in the query of a request that was signed in advance.
 *
 * @param inQuery whether it is in the query
 * @param algorithm such as {@code AWS4-HMAC-SHA256}
 * @param credential such as {@code AKID/20240101/us-east-1/dynamodb/aws4_request}
 * @param signedHeaders the names of the signed headers, with semicolons between them
 * @param signature in hexadecimal digits
 * @param date when the request was signed, as sent; null if it has only the header {@code Date}
 * @param token the session token of temporary credentials; null without one
 */
public record RequestSignature(
    boolean inQuery,
    String algorithm,
    String credential,
    String signedHeaders,
    String signature,
    @Nullable String date,
    @Nullable String token) {
  private static final String[] PARAMETERS = {"Credential", "Signature", "SignedHeaders"};
  private static final String[] QUERY_PARAMETERS = {
    "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"
  };

  /**
   * Reads the signature of a request.
   *
   * @throws DynamoException if the request is not signed, or a part of the signature is missing
   */
  public static RequestSignature of(HttpRequest request) {
    String header = request.header("authorization");
    String path = request.path();
    int query = path.indexOf('?');
    Map<String, String> parameters =
        query >= 0 && path.indexOf("X-Amz-Algorithm", query) >= 0
            ? queryParameters(path.substring(query + 1))
            : Map.of();
    if (parameters.containsKey("X-Amz-Algorithm")) {
      if (header != null) {
        throw new DynamoException(
            ErrorCode.INVALID_SIGNATURE,
            "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP"
                + " header.");
      }
      return fromQuery(parameters);
    }
    if (header == null || !header.strip().startsWith("AWS4-")) {
      throw new DynamoException(
          ErrorCode.MISSING_AUTHENTICATION_TOKEN, Authorization.MISSING_TOKEN);
    }
    return fromHeader(header.strip(), request);
  }

  private static RequestSignature fromQuery(Map<String, String> parameters) {
    StringBuilder missing = new StringBuilder();
    for (String name : QUERY_PARAMETERS) {
      if (parameters.getOrDefault(name, "").isEmpty()) {
        missing.append("AWS query-string parameters must include '").append(name).append("'. ");
      }
    }
    if (missing.length() > 0) {
      throw Authorization.incomplete(missing + "Re-examine the query-string parameters.");
    }
    String token = parameters.get("X-Amz-Security-Token");
    return new RequestSignature(
        true,
        parameters.getOrDefault("X-Amz-Algorithm", ""),
        parameters.getOrDefault("X-Amz-Credential", "").replace("%2F", "/").replace("%2f", "/"),
        parameters.getOrDefault("X-Amz-SignedHeaders", "").replace("%3B", ";").replace("%3b", ";"),
        parameters.getOrDefault("X-Amz-Signature", ""),
        parameters.getOrDefault("X-Amz-Date", ""),
        token == null ? null : decoded(token));
  }

  private static RequestSignature fromHeader(String header, HttpRequest request) {
    Map<String, String> parameters = new LinkedHashMap<>();
    String[] parts = header.split("[ ,]");
    for (int i = 1; i < parts.length; i++) {
      if (parts[i].isEmpty()) {
        continue;
      }
      int equals = parts[i].indexOf('=');
      if (equals < 0) { // mostly white space in an access key: awslabs/fhir-works issue 379
        throw Authorization.incomplete(
            "'"
                + parts[i]
                + "' not a valid key=value pair (missing equal-sign) in Authorization header: '"
                + header
                + "'.");
      }
      parameters.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
    }
    StringBuilder missing = new StringBuilder();
    for (String name : PARAMETERS) {
      if (parameters.getOrDefault(name, "").isEmpty()) {
        missing.append("Authorization header requires '").append(name).append("' parameter. ");
      }
    }
    String date = request.header("x-amz-date");
    if (date == null && request.header("date") == null) {
      missing.append(
          "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ");
    }
    if (missing.length() > 0) {
      throw Authorization.incomplete(missing + "Authorization=" + header);
    }
    return new RequestSignature(
        false,
        parts[0],
        parameters.getOrDefault("Credential", ""),
        parameters.getOrDefault("SignedHeaders", ""),
        parameters.getOrDefault("Signature", ""),
        date,
        request.header("x-amz-security-token"));
  }

  private static Map<String, String> queryParameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String parameter : query.split("&")) {
      int equals = parameter.indexOf('=');
      if (equals < 0) {
        parameters.put(parameter, "");
      } else {
        parameters.put(parameter.substring(0, equals), parameter.substring(equals + 1));
      }
    }
    return parameters;
  }

  /** Decodes the value of a parameter; returns it as it is if it is not encoded correctly. */
  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return value;
    }
  }
}
