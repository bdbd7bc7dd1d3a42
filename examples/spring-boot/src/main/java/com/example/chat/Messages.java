package com.example.chat;

import io.awspring.cloud.dynamodb.DynamoDbOperations;
import java.util.List;
import org.springframework.stereotype.Repository;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;

/** The messages of all rooms, in the table {@code message}. */
@Repository
public class Messages {
  private final DynamoDbOperations dynamo;

  public Messages(DynamoDbOperations dynamo) {
    this.dynamo = dynamo;
  }

  public void send(Message message) {
    dynamo.save(message);
  }

  /** Returns the messages of a room, oldest first. */
  public List<Message> inRoom(String room) {
    return dynamo.query(query(room), Message.class).items().stream().toList();
  }

  /** Returns the messages of an author in all rooms, oldest first. */
  public List<Message> by(String author) {
    return dynamo.query(query(author), Message.class, "byAuthor").stream()
        .flatMap(page -> page.items().stream())
        .toList();
  }

  private static QueryEnhancedRequest query(String partition) {
    Key key = Key.builder().partitionValue(partition).build();
    return QueryEnhancedRequest.builder()
        .queryConditional(QueryConditional.keyEqualTo(key))
        .build();
  }
}
