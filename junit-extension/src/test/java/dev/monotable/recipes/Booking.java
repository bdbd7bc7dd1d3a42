package dev.monotable.recipes;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The booking of seats, with a fault and without it. */
final class Booking {
  private final DynamoDbClient dynamo;

  Booking(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  private static Map<String, AttributeValue> seat(String seat) {
    return Map.of("seat", AttributeValue.fromS(seat));
  }

  private static Map<String, AttributeValue> booked(String seat, String guest) {
    return Map.of("seat", AttributeValue.fromS(seat), "guest", AttributeValue.fromS(guest));
  }

  // guide: faulty
  boolean book(String seat, String guest) {
    if (dynamo.getItem(r -> r.tableName("Seats").key(seat(seat)).consistentRead(true)).hasItem()) {
      return false;
    }
    dynamo.putItem(r -> r.tableName("Seats").item(booked(seat, guest)));
    return true;
  }

  // end

  // guide: sound
  boolean bookOnce(String seat, String guest) {
    try {
      dynamo.putItem(
          r ->
              r.tableName("Seats")
                  .item(booked(seat, guest))
                  .conditionExpression("attribute_not_exists(seat)"));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }
  // end
}
