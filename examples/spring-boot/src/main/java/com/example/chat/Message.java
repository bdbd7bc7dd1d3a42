package com.example.chat;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A message in a room. */
@DynamoDbBean
public class Message {
  private String room;
  private String sentAt;
  private String author;
  private String text;

  public static Message of(String room, String sentAt, String author, String text) {
    Message message = new Message();
    message.room = room;
    message.sentAt = sentAt;
    message.author = author;
    message.text = text;
    return message;
  }

  @DynamoDbPartitionKey
  public String getRoom() {
    return room;
  }

  public void setRoom(String room) {
    this.room = room;
  }

  @DynamoDbSortKey
  @DynamoDbSecondarySortKey(indexNames = "byAuthor")
  public String getSentAt() {
    return sentAt;
  }

  public void setSentAt(String sentAt) {
    this.sentAt = sentAt;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = "byAuthor")
  public String getAuthor() {
    return author;
  }

  public void setAuthor(String author) {
    this.author = author;
  }

  public String getText() {
    return text;
  }

  public void setText(String text) {
    this.text = text;
  }
}
