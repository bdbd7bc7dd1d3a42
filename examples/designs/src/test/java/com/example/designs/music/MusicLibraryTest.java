package com.example.designs.music;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.monotable.Monotable;
import dev.monotable.junit.AccessPattern;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Schema;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

@MonotableTest(design = "music/design.yaml")
@Schema("music/template.yaml")
class MusicLibraryTest {
  private final MusicLibrary library;

  MusicLibraryTest(DynamoDbClient dynamo) {
    library = new MusicLibrary(dynamo);
  }

  @BeforeAll
  static void fill(DynamoDbClient dynamo) {
    MusicLibrary library = new MusicLibrary(dynamo);
    library.addArtist(1, "David Bowie", 1962);
    library.addArtist(2, "Bryan Adams", 1975);
    library.addAlbum(1, 1, "Rock", "Trident Studios");
    library.addAlbum(3, 1, "Rock", "Hansa");
    library.addAlbum(4, 2, "Alternative", "The Warehouse");
    library.addSong(1, "Ziggy Stardust", 1, "David Bowie", 1972);
    library.addSong(3, "Sons of the Silent Age", 1, "David Bowie", 1977);
    library.addSong(4, "Heroes", 1, "David Bowie", 1977);
    library.addSong(6, "Summer of '69", 2, "Bryan Adams", 1984);
  }

  @Test
  @AccessPattern("songs of an artist")
  void returnsTheSongsOfAnArtist() {
    assertEquals(List.of("Song-1", "Song-3", "Song-4"), library.songsOf("Artist-1"));
  }

  @Test
  @AccessPattern(value = "artist of a song", index = "GSI1", maxReadUnits = 0.5)
  void returnsTheArtistOfASong() {
    assertEquals(List.of("Artist-1"), library.artistOf("Song-4"));
  }

  @Test
  void findsTheSongsOfAnArtistByName(Monotable db) {
    List<String> artists = db.pattern("artist by name", () -> library.artistsByName("David Bowie"));

    assertEquals(List.of("Artist-1"), artists);
    assertEquals(3, db.pattern("songs of an artist", () -> library.songsOf(artists.get(0))).size());
  }

  @Test
  @AccessPattern("albums of a genre")
  void returnsTheAlbumsOfAGenre() {
    assertEquals(List.of("Album-1", "Album-3"), library.albumsOf("Rock"));
  }

  @Test
  @AccessPattern("songs by artist and year")
  void returnsTheSongsOfAYear() {
    assertEquals(List.of("Song-3", "Song-4"), library.songsBy("David Bowie", 1977));
  }

  @Test
  @AccessPattern("songs by title")
  void returnsTheSongsWithATitle() {
    assertEquals(List.of("Song-4"), library.songsByTitle("Heroes"));
  }

  @Test
  @AccessPattern("an artist")
  void returnsAnArtist() {
    assertEquals(1962, library.careerStart("Artist-1"));
  }

  @Test
  void anIdIsTakenOnce() {
    library.takeId(3);

    assertThrows(ConditionalCheckFailedException.class, () -> library.takeId(3));
  }
}
