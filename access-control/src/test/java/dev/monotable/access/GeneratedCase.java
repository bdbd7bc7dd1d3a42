package dev.monotable.access;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A generated request with its policies.
 *
 * @param json the case as one line
 * @param resourcePolicy the policy of the resource; null if it has none
 * @param features what it contains that policy engines may decide about in different ways
 */
record GeneratedCase(
    String json, AccessRequest request, @Nullable Policy resourcePolicy, TreeSet<String> features) {
  private static final String ACCOUNT = "123456789012";
  private static final String OTHER_ACCOUNT = "111122223333";
  private static final String TABLE = "arn:aws:dynamodb:us-west-2:123456789012:table/";

  /** Operators with the keys and the values that fit them. */
  private static final List<String> OPERATORS =
      List.of(
          "StringEquals",
          "StringNotEquals",
          "StringEqualsIgnoreCase",
          "StringNotEqualsIgnoreCase",
          "StringLike",
          "StringNotLike",
          "NumericEquals",
          "NumericNotEquals",
          "NumericLessThan",
          "NumericLessThanEquals",
          "NumericGreaterThan",
          "NumericGreaterThanEquals",
          "DateEquals",
          "DateNotEquals",
          "DateLessThan",
          "DateGreaterThan",
          "Bool",
          "IpAddress",
          "NotIpAddress",
          "ArnEquals",
          "ArnLike",
          "ArnNotEquals",
          "ArnNotLike",
          "Null");

  private static final Map<String, List<String>> VALUES =
      Map.of(
          "String",
              List.of(
                  "alice",
                  "ALICE",
                  "al*",
                  "?lice",
                  "bob",
                  "${aws:username}",
                  "${aws:PrincipalTag/team}",
                  "${aws:PrincipalTag/team, 'red'}",
                  "a${*}b",
                  "*"),
          "Numeric", List.of("1", "2", "2.0", "10", "-5"),
          "Date", List.of("2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "1577836800"),
          "Bool", List.of("true", "false"),
          "Ip", List.of("10.0.0.0/8", "10.1.2.3/32", "192.168.0.0/16"),
          "Arn",
              List.of(
                  "arn:aws:iam::123456789012:user/*",
                  "arn:aws:iam::*:user/alice",
                  "arn:aws:iam::123456789012:role/a?p"),
          "Null", List.of("true", "false"));

  private static final Map<String, List<String>> KEYS =
      Map.of(
          "String",
              List.of(
                  "aws:userid",
                  "dynamodb:LeadingKeys",
                  "dynamodb:Attributes",
                  "aws:PrincipalTag/team"),
          "Numeric", List.of("example:number"),
          "Date", List.of("aws:CurrentTime"),
          "Bool", List.of("aws:SecureTransport"),
          "Ip", List.of("aws:SourceIp"),
          "Arn", List.of("aws:PrincipalArn"),
          "Null", List.of("aws:userid", "dynamodb:LeadingKeys", "aws:PrincipalTag/team"));

  private static final List<String> ACTIONS =
      List.of("dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:Scan");
  private static final List<String> ACTION_PATTERNS =
      List.of(
          "dynamodb:GetItem",
          "dynamodb:*Item",
          "dynamodb:getitem",
          "dynamodb:?can",
          "*",
          "s3:*",
          "dynamodb:Q*y",
          "dynamodb:*");
  private static final List<String> RESOURCES =
      List.of(TABLE + "A", TABLE + "B", TABLE + "alice", TABLE + "A/index/I");
  private static final List<String> RESOURCE_PATTERNS =
      List.of(
          TABLE + "A",
          TABLE + "*",
          TABLE + "${aws:username}",
          TABLE + "?/index/*",
          "*",
          "arn:aws:dynamodb:*:*:table/B",
          "arn:aws:dynamodb:us-west-?:123456789012:*",
          "arn:aws:s3:::A",
          TABLE + "${aws:PrincipalTag/team, 'A'}");

  /** The principals of the policies of resources. */
  private static final List<String> PRINCIPALS =
      List.of(
          "\"Principal\":\"*\",",
          "\"Principal\":{\"AWS\":\"*\"},",
          "\"Principal\":{\"AWS\":\"123456789012\"},",
          "\"Principal\":{\"AWS\":[\"arn:aws:iam::111122223333:root\"]},",
          "\"Principal\":{\"AWS\":\"arn:aws:iam::123456789012:user/alice\"},",
          "\"Principal\":{\"AWS\":[\"arn:aws:iam::111122223333:user/alice\","
              + "\"arn:aws:iam::123456789012:role/app\"]},",
          "\"Principal\":{\"AWS\":\"arn:aws:sts::123456789012:assumed-role/app/s\"},",
          "\"Principal\":{\"Service\":\"lambda.amazonaws.com\"},");

  private static <T> T pick(SplittableRandom random, List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  static GeneratedCase of(SplittableRandom random) {
    TreeSet<String> features = new TreeSet<>();
    boolean session = random.nextInt(4) == 0;
    String account = random.nextInt(8) == 0 ? OTHER_ACCOUNT : ACCOUNT;
    Map<String, Object> context = context(random, account, session);
    List<String> policies = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      policies.add(policy(random, "", features));
    }
    String boundary = random.nextInt(5) == 0 ? policy(random, "", features) : null;
    String ofSession = session && random.nextInt(3) == 0 ? policy(random, "", features) : null;
    String ofResource =
        random.nextInt(3) == 0 ? policy(random, pick(random, PRINCIPALS), features) : null;
    if (session && ofResource != null) {
      addFeatures(boundary, ofSession, ofResource, features);
    }
    String action = pick(random, ACTIONS);
    String resource = pick(random, RESOURCES);
    List<Policy> identity =
        policies.stream().map(json -> Policy.parse("p", PolicyKind.IDENTITY, json)).toList();
    Principal principal =
        (session
                ? Principal.session(account, "app", "s", identity)
                    .withSessionPolicies(
                        ofSession == null
                            ? List.of()
                            : List.of(Policy.parse("s", PolicyKind.SESSION, ofSession)))
                : Principal.user(account, "alice", identity))
            .withBoundary(
                boundary == null ? null : Policy.parse("b", PolicyKind.BOUNDARY, boundary));
    String json =
        "{\"principal\":\""
            + principal.arn()
            + "\",\"action\":\""
            + action
            + "\",\"resource\":\""
            + resource
            + "\",\"context\":"
            + json(context)
            + ",\"policies\":["
            + String.join(",", policies)
            + "],\"boundary\":"
            + boundary
            + ",\"session\":"
            + ofSession
            + ",\"ofResource\":"
            + ofResource
            + "}";
    return new GeneratedCase(
        json,
        new AccessRequest(principal, action, resource, ContextKeys.of(context)),
        ofResource == null ? null : Policy.parse("r", PolicyKind.RESOURCE, ofResource),
        features);
  }

  /** Adds how the policy of a resource and those that limit a session meet. */
  private static void addFeatures(
      @Nullable String boundary,
      @Nullable String ofSession,
      String ofResource,
      TreeSet<String> features) {
    if (ofSession != null && ofResource.contains(":assumed-role/")) {
      features.add("a session that the policy of its resource names, with a policy of the session");
    }
    if ((boundary != null || ofSession != null)
        && (ofResource.contains("\"Principal\":\"*\"") || ofResource.contains("{\"AWS\":\"*\"}"))) {
      features.add("a bounded session that the policy of its resource does not name");
    }
  }

  private static Map<String, Object> context(
      SplittableRandom random, String account, boolean session) {
    Map<String, Object> context = new LinkedHashMap<>();
    if (!session) {
      context.put("aws:username", "alice");
    }
    context.put(
        "aws:PrincipalArn", "arn:aws:iam::" + account + (session ? ":role/app" : ":user/alice"));
    maybe(random, context, "aws:userid", List.of("alice", "bob", "a*b", "ALICE"));
    maybe(random, context, "aws:PrincipalTag/team", List.of("red", "A", "alice"));
    maybe(random, context, "example:number", List.of("1", "2", "10.5", "-5"));
    maybe(
        random,
        context,
        "aws:CurrentTime",
        List.of("2020-01-01T00:00:00Z", "2026-06-01T00:00:00Z"));
    maybe(random, context, "aws:SecureTransport", List.of("true", "false"));
    maybe(random, context, "aws:SourceIp", List.of("10.1.2.3", "192.168.1.1", "8.8.8.8"));
    for (String key : List.of("dynamodb:LeadingKeys", "dynamodb:Attributes")) {
      if (random.nextInt(4) > 0) {
        List<String> values = new ArrayList<>();
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
          values.add(pick(random, List.of("alice", "bob", "red", "carol")));
        }
        context.put(key, values);
      }
    }
    return context;
  }

  private static void maybe(
      SplittableRandom random, Map<String, Object> context, String key, List<String> values) {
    if (random.nextInt(4) > 0) {
      context.put(key, pick(random, values));
    }
  }

  /** Returns a policy whose statements begin with some members. */
  private static String policy(SplittableRandom random, String members, TreeSet<String> features) {
    StringBuilder statements = new StringBuilder();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      statements
          .append(i == 0 ? "{" : ",{")
          .append(members)
          .append("\"Effect\":\"")
          .append(random.nextInt(4) == 0 ? "Deny" : "Allow")
          .append("\",\"")
          .append(random.nextInt(8) == 0 ? "NotAction" : "Action")
          .append("\":[\"")
          .append(pick(random, ACTION_PATTERNS))
          .append("\",\"")
          .append(pick(random, ACTION_PATTERNS))
          .append("\"],");
      String resource = pick(random, RESOURCE_PATTERNS);
      boolean negated = random.nextInt(8) == 0;
      if (resource.contains("${")) {
        features.add(negated ? "variable in NotResource" : "variable in Resource");
      }
      statements
          .append(negated ? "\"NotResource\":\"" : "\"Resource\":\"")
          .append(resource)
          .append('"');
      if (random.nextInt(3) > 0) {
        statements.append(",\"Condition\":{").append(condition(random, features)).append('}');
      }
      statements.append('}');
    }
    return "{\"Version\":\"2012-10-17\",\"Statement\":[" + statements + "]}";
  }

  private static String condition(SplittableRandom random, TreeSet<String> features) {
    String operator = pick(random, OPERATORS);
    String family =
        VALUES.keySet().stream()
            .filter(name -> operator.startsWith(name) || operator.startsWith("Not" + name))
            .findFirst()
            .orElseThrow();
    String key = pick(random, KEYS.getOrDefault(family, List.of()));
    String quantifier =
        operator.equals("Null")
            ? ""
            : pick(random, List.of("", "", "ForAllValues:", "ForAnyValue:"));
    boolean ifExists = !operator.equals("Null") && random.nextInt(4) == 0;
    String first = pick(random, VALUES.getOrDefault(family, List.of()));
    String second = pick(random, VALUES.getOrDefault(family, List.of()));
    if (operator.contains("Not") && (first + second).contains("${aws")) {
      features.add("variable with a negated operator");
    }
    if (quantifier.equals("ForAnyValue:") && ifExists) {
      features.add("ForAnyValue with IfExists");
    }
    if (operator.startsWith("Date") && (first + second).contains("1577836800")) {
      features.add("a date in seconds");
    }
    if (operator.startsWith("String")
        && operator.contains("Equals")
        && (first + second).contains("${*}")) {
      features.add("an escaped asterisk in an exact operator");
    }
    return "\""
        + quantifier
        + operator
        + (ifExists ? "IfExists" : "")
        + "\":{\""
        + key
        + "\":[\""
        + first
        + "\",\""
        + second
        + "\"]}";
  }

  private static String json(Map<String, Object> context) {
    StringBuilder json = new StringBuilder();
    context.forEach(
        (key, value) -> {
          json.append(json.length() == 0 ? "\"" : ",\"").append(key).append("\":");
          if (value instanceof List<?> list) {
            json.append("[\"")
                .append(String.join("\",\"", list.stream().map(String::valueOf).toList()))
                .append("\"]");
          } else {
            json.append('"').append(value).append('"');
          }
        });
    return "{" + json + "}";
  }
}
