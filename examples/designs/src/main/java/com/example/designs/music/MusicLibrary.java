package com.example.designs.music;

import static com.example.designs.Attributes.item;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Artists, albums and songs. The index GSI1 inverts each relation; GSI2 finds the items that have
 * the attribute Data.
 */
public final class MusicLibrary {
  private static final String TABLE = "Music";

  private final DynamoDbClient dynamo;

  public MusicLibrary(DynamoDbClient dynamo) {
    this.dynamo = dynamo;
  }

  /** Takes an id for an artist; fails if it is taken. */
  public void takeId(int artist) {
    dynamo.putItem(
        r ->
            r.tableName(TABLE)
                .item(item("PK", "Artist-" + artist, "SK", "Artist-" + artist, "CareerStart", 0))
                .conditionExpression("attribute_not_exists(PK)"));
  }

  public void addArtist(int artist, String name, int careerStart) {
    write(
        List.of(
            item("PK", "Artist-" + artist, "SK", "Artist-" + artist, "CareerStart", careerStart),
            item("PK", "Artist-" + artist, "SK", "Artist_Name", "Data", name)));
  }

  public void addAlbum(int album, int artist, String genre, String studio) {
    write(
        List.of(
            item("PK", "Album-" + album, "SK", "Album-" + album, "Studio", studio),
            item("PK", "Artist-" + artist, "SK", "Album-" + album),
            item("PK", "Album-" + album, "SK", "Album_Genre", "Data", genre)));
  }

  public void addSong(int song, String title, int artist, String artistName, int released) {
    write(
        List.of(
            item("PK", "Song-" + song, "SK", "Song-" + song, "Released", released),
            item("PK", "Artist-" + artist, "SK", "Song-" + song),
            item("PK", "Song-" + song, "SK", "Song_Name", "Data", title),
            item(
                "PK", "Song-" + song,
                "SK", "Song_ArtistName-Released",
                "Data", artistName + "_" + released)));
  }

  /** Returns the year in which an artist started. */
  public int careerStart(String artist) {
    return Integer.parseInt(
        dynamo
            .getItem(r -> r.tableName(TABLE).key(item("PK", artist, "SK", artist)))
            .item()
            .get("CareerStart")
            .n());
  }

  public List<String> songsOf(String artist) {
    return names(
        "SK",
        dynamo
            .query(
                r ->
                    r.tableName(TABLE)
                        .keyConditionExpression("PK = :artist AND begins_with(SK, :song)")
                        .expressionAttributeValues(item(":artist", artist, ":song", "Song-")))
            .items());
  }

  public List<String> artistOf(String song) {
    return names(
        "PK",
        dynamo
            .query(
                r ->
                    r.tableName(TABLE)
                        .indexName("GSI1")
                        .keyConditionExpression("SK = :song AND begins_with(PK, :artist)")
                        .expressionAttributeValues(item(":song", song, ":artist", "Artist-")))
            .items());
  }

  public List<String> artistsByName(String name) {
    return search("Artist_Name", name);
  }

  public List<String> albumsOf(String genre) {
    return search("Album_Genre", genre);
  }

  public List<String> songsBy(String artistName, int released) {
    return search("Song_ArtistName-Released", artistName + "_" + released);
  }

  public List<String> songsByTitle(String title) {
    return search("Song_Name", title);
  }

  private List<String> search(String kind, String data) {
    return names(
        "PK",
        dynamo
            .query(
                r ->
                    r.tableName(TABLE)
                        .indexName("GSI2")
                        .keyConditionExpression("SK = :kind AND #data = :data")
                        .expressionAttributeNames(Map.of("#data", "Data"))
                        .expressionAttributeValues(item(":kind", kind, ":data", data)))
            .items());
  }

  private static List<String> names(String attribute, List<Map<String, AttributeValue>> items) {
    return items.stream().map(each -> each.get(attribute).s()).sorted().toList();
  }

  private void write(List<Map<String, AttributeValue>> items) {
    List<WriteRequest> writes =
        items.stream()
            .map(each -> WriteRequest.builder().putRequest(p -> p.item(each)).build())
            .toList();
    dynamo.batchWriteItem(r -> r.requestItems(Map.of(TABLE, writes)));
  }
}
