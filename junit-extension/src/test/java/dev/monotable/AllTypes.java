package dev.monotable;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A value that contains each type of DynamoDB. */
final class AllTypes {
  static final AttributeValue VALUE =
      AttributeValue.fromM(
          Map.of(
              "s", AttributeValue.fromS("text"),
              "n", AttributeValue.fromN("-12.5"),
              "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2, 3})),
              "bool", AttributeValue.fromBool(true),
              "null", AttributeValue.fromNul(true),
              "ss", AttributeValue.fromSs(List.of("x", "y")),
              "ns", AttributeValue.fromNs(List.of("1", "2")),
              "bs", AttributeValue.fromBs(List.of(SdkBytes.fromByteArray(new byte[] {9}))),
              "l",
                  AttributeValue.fromL(
                      List.of(AttributeValue.fromS("e"), AttributeValue.fromN("7")))));

  private AllTypes() {}
}
