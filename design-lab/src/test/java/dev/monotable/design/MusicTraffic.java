package dev.monotable.design;

import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;

/** Requests of the music library, with a part of its items. */
final class MusicTraffic {
  private static final String TABLE = "Music";

  private MusicTraffic() {}

  static void send(Requests to) {
    write(to);
    to.query(TABLE, null, "PK = 'Artist-1' and begins_with(SK, 'Song-')");
    to.query(TABLE, "GSI1", "SK = 'Song-4' and begins_with(PK, 'Artist-')");
    search(to, "Artist_Name", "David Bowie");
    search(to, "Album_Genre", "Rock");
    search(to, "Song_ArtistName-Released", "David Bowie_1977");
    search(to, "Song_Name", "Heroes");
    to.get(TABLE, Item.of("PK", "Artist-1", "SK", "Artist-1"));
  }

  private static void write(Requests to) {
    to.put(
        TABLE,
        Item.of("PK", "Artist-1", "SK", "Artist-1", "CareerStart", 1962),
        "attribute_not_exists(PK)");
    to.putBatch(
        TABLE,
        List.of(
            Item.of("PK", "Artist-3", "SK", "Artist-3", "CareerStart", 1972),
            data("Artist-3", "Artist_Name", "Steely Dan"),
            data("Artist-1", "Artist_Name", "David Bowie")));
    to.putBatch(
        TABLE,
        List.of(
            Item.of("PK", "Album-3", "SK", "Album-3", "Studio", "Hansa"),
            Item.of("PK", "Artist-1", "SK", "Album-3"),
            data("Album-3", "Album_Genre", "Rock")));
    to.putBatch(
        TABLE,
        List.of(
            Item.of("PK", "Song-4", "SK", "Song-4", "Released", 1977),
            Item.of("PK", "Artist-1", "SK", "Song-4"),
            data("Song-4", "Song_Name", "Heroes"),
            data("Song-4", "Song_ArtistName-Released", "David Bowie_1977"),
            Item.of("PK", "Song-11", "SK", "Song-11", "Released", 1977),
            Item.of("PK", "Artist-3", "SK", "Song-11"),
            data("Song-11", "Song_Name", "Deacon Blues"),
            data("Song-11", "Song_ArtistName-Released", "Steely Dan_1977")));
  }

  private static void search(Requests to, String kind, String data) {
    to.query(
        TABLE,
        "GSI2",
        "SK = {} and #data = {}",
        query -> query.expressionAttributeNames(Map.of("#data", "Data")),
        kind,
        data);
  }

  private static Item data(String pk, String sk, String value) {
    return Item.of("PK", pk, "SK", sk, "Data", value);
  }
}
