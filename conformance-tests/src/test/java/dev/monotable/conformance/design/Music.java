package dev.monotable.conformance.design;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Tables.global;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/** The fourth design: a music library with an inverted and an overloaded index. */
final class Music {
  static final String NAME = "Music";

  static final CreateTableRequest TABLE =
      table(NAME, key("PK", "SK"), "PK", "SK", "Data")
          .globalSecondaryIndexes(
              global("GSI1", key("SK", "PK")), global("GSI2", key("SK", "Data")))
          .build();

  record Artist(int id, String name, int careerStart) {
    String key() {
      return "Artist-" + id;
    }
  }

  record Album(int id, String title, int artist, String genre, String studio) {
    String key() {
      return "Album-" + id;
    }
  }

  record Song(int id, String title, int artist, int released, int album) {
    String key() {
      return "Song-" + id;
    }
  }

  static final List<Artist> ARTISTS =
      List.of(
          new Artist(1, "David Bowie", 1962),
          new Artist(2, "Bryan Adams", 1975),
          new Artist(3, "Steely Dan", 1972));

  static final List<Album> ALBUMS =
      List.of(
          new Album(1, "Ziggy Stardust", 1, "Rock", "Trident Studios"),
          new Album(2, "Hunky Dory", 1, "Rock", "Trident Studios"),
          new Album(3, "Heroes", 1, "Rock", "Hansa"),
          new Album(4, "On a Day Like Today", 2, "Alternative", "The Warehouse"),
          new Album(5, "Reckless", 2, "Rock", "Little Mountain"),
          new Album(6, "Can't Buy a Thrill", 3, "Soft Rock", "The Village Recorder"),
          new Album(7, "Aja", 3, "Soft Rock", "The Village Recorder"));

  static final List<Song> SONGS =
      List.of(
          new Song(1, "Ziggy Stardust", 1, 1972, 1),
          new Song(2, "Changes", 1, 1971, 2),
          new Song(3, "Sons of the Silent Age", 1, 1977, 3),
          new Song(4, "Heroes", 1, 1977, 3),
          new Song(5, "Cloud Number Nine", 2, 1988, 4),
          new Song(6, "Summer of '69", 2, 1984, 5),
          new Song(7, "On a Day Like Today", 2, 1998, 4),
          new Song(8, "Reelin' in the Years", 3, 1972, 6),
          new Song(9, "Turn That Heartbeat Over Again", 3, 1972, 6),
          new Song(10, "Change of the Guard", 3, 1972, 6),
          new Song(11, "Deacon Blues", 3, 1977, 7));

  private Music() {}

  /** Returns the songs and albums of the artists: 18 items. */
  static List<Map<String, AttributeValue>> relations() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (Song song : SONGS) {
      items.add(item("PK", "Artist-" + song.artist(), "SK", song.key()));
    }
    for (Album album : ALBUMS) {
      items.add(item("PK", "Artist-" + album.artist(), "SK", album.key()));
    }
    return items;
  }

  /** Returns the search items of all entities, with the overloaded attribute: 32 items. */
  static List<Map<String, AttributeValue>> searches() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (Artist artist : ARTISTS) {
      items.add(search(artist.key(), "Artist_Name", artist.name()));
    }
    for (Song song : SONGS) {
      String artist = ARTISTS.get(song.artist() - 1).name();
      items.add(search(song.key(), "Song_ArtistName-Released", artist + "_" + song.released()));
      items.add(search(song.key(), "Song_Name", song.title()));
    }
    for (Album album : ALBUMS) {
      items.add(search(album.key(), "Album_Genre", album.genre()));
    }
    return items;
  }

  /** Returns the artists, albums and songs: 21 items. */
  static List<Map<String, AttributeValue>> entities() {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (Artist artist : ARTISTS) {
      items.add(item("PK", artist.key(), "SK", artist.key(), "CareerStart", artist.careerStart()));
    }
    for (Song song : SONGS) {
      items.add(item("PK", song.key(), "SK", song.key(), "Released", song.released()));
    }
    for (Album album : ALBUMS) {
      items.add(item("PK", album.key(), "SK", album.key(), "Studio", album.studio()));
    }
    return items;
  }

  static List<Map<String, AttributeValue>> items() {
    List<Map<String, AttributeValue>> items = new ArrayList<>(relations());
    items.addAll(searches());
    items.addAll(entities());
    return items;
  }

  static Map<String, AttributeValue> search(String key, String kind, String data) {
    return item("PK", key, "SK", kind, "Data", data);
  }
}
