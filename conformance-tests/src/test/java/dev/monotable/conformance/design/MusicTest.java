package dev.monotable.conformance.design;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Items.require;
import static dev.monotable.conformance.Items.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import dev.monotable.conformance.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Tests a music library: relations, search items and entities in one table with two indexes. */
@Tag("slow")
class MusicTest {
  @BeforeEach
  void load(Dynamo dynamo) {
    dynamo.create(Music.TABLE);
    dynamo.putInBatches(Music.NAME, Music.items());
  }

  @OnEveryTarget
  void allItemsAreThereAsManyOfEachKindAsWerePut(Dynamo dynamo) {
    Page whole = scan(dynamo, ScanRequest.builder());
    Page searches = scan(dynamo, filtered("attribute_exists(#data)", Map.of("#data", "Data")));
    Page entities = scan(dynamo, filtered("PK = SK", Map.of()));
    Page relations =
        scan(
            dynamo,
            filtered(
                "PK <> SK AND attribute_not_exists(#data) AND begins_with(PK, :artist)",
                Map.of("#data", "Data"),
                Map.of(":artist", value("Artist-"))));

    assertThat(whole.items()).containsExactlyInAnyOrderElementsOf(Music.items());
    assertThat(whole.count()).isEqualTo(71);
    assertThat(whole.scannedCount()).isEqualTo(71);
    assertThat(relations.items()).containsExactlyInAnyOrderElementsOf(Music.relations());
    assertThat(relations.count()).isEqualTo(18);
    assertThat(relations.scannedCount()).isEqualTo(71);
    assertThat(searches.items()).containsExactlyInAnyOrderElementsOf(Music.searches());
    assertThat(searches.count()).isEqualTo(32);
    assertThat(entities.items()).containsExactlyInAnyOrderElementsOf(Music.entities());
    assertThat(entities.count()).isEqualTo(21);
  }

  @OnEveryTarget
  void theOverloadedIndexContainsOnlyItemsWithData(Dynamo dynamo) {
    Page inverted = scan(dynamo, ScanRequest.builder().indexName("GSI1"));
    Page overloaded = scan(dynamo, ScanRequest.builder().indexName("GSI2"));

    assertThat(inverted.items()).containsExactlyInAnyOrderElementsOf(Music.items());
    assertThat(overloaded.items()).containsExactlyInAnyOrderElementsOf(Music.searches());
  }

  @OnEveryTarget
  void parallelSegmentsCoverTheTableWithoutOverlap(Dynamo dynamo) {
    List<Map<String, AttributeValue>> joined = new ArrayList<>();
    for (int segment = 0; segment < 4; segment++) {
      ScanRequest.Builder part = ScanRequest.builder().segment(segment).totalSegments(4);
      joined.addAll(scan(dynamo, part).items());
    }

    assertThat(joined).containsExactlyInAnyOrderElementsOf(Music.items());
  }

  @OnEveryTarget
  void anIdIsTakenOnlyIfItIsFree(Dynamo dynamo) {
    PutItemRequest put =
        PutItemRequest.builder()
            .tableName(Music.NAME)
            .item(item("PK", "Artist-4", "SK", "Artist-4", "CareerStart", 1970))
            .conditionExpression("attribute_not_exists(PK)")
            .build();
    dynamo.client().putItem(put);
    PutItemRequest again =
        put.toBuilder().item(item("PK", "Artist-4", "SK", "Artist-4", "CareerStart", 1999)).build();

    ConditionalCheckFailedException failure =
        catchThrowableOfType(
            ConditionalCheckFailedException.class, () -> dynamo.client().putItem(again));

    assertThat(failure.awsErrorDetails().errorMessage())
        .isEqualTo("The conditional request failed");
    assertThat(failure.statusCode()).isEqualTo(400);
    assertThat(
            dynamo
                .client()
                .getItem(
                    r ->
                        r.tableName(Music.NAME)
                            .key(item("PK", "Artist-4", "SK", "Artist-4"))
                            .consistentRead(true))
                .item())
        .isEqualTo(put.item());
  }

  @OnEveryTarget
  void theSongsOfAnArtistAreOneItemCollection(Dynamo dynamo) {
    Page songs =
        dynamo.query(query(null, "PK = :pk AND begins_with(SK, :sk)", "Artist-1", "Song-"));

    assertThat(songs)
        .isEqualTo(
            Page.whole(
                List.of(
                    item("PK", "Artist-1", "SK", "Song-1"),
                    item("PK", "Artist-1", "SK", "Song-2"),
                    item("PK", "Artist-1", "SK", "Song-3"),
                    item("PK", "Artist-1", "SK", "Song-4"))));
  }

  @OnEveryTarget
  void theSongsOfAnArtistAreSortedAsText(Dynamo dynamo) {
    Page songs =
        dynamo.query(query(null, "PK = :pk AND begins_with(SK, :sk)", "Artist-3", "Song-"));

    assertThat(songs)
        .isEqualTo(
            Page.whole(
                List.of(
                    item("PK", "Artist-3", "SK", "Song-10"),
                    item("PK", "Artist-3", "SK", "Song-11"),
                    item("PK", "Artist-3", "SK", "Song-8"),
                    item("PK", "Artist-3", "SK", "Song-9"))));
  }

  @OnEveryTarget
  void theArtistOfASongIsFoundInTheInvertedIndex(Dynamo dynamo) {
    Page artist =
        dynamo.query(query("GSI1", "SK = :pk AND begins_with(PK, :sk)", "Song-1", "Artist-"));

    assertThat(artist).isEqualTo(Page.whole(List.of(item("PK", "Artist-1", "SK", "Song-1"))));
  }

  @OnEveryTarget
  void anArtistIsFoundByNameAndThenAllSongs(Dynamo dynamo) {
    Page found =
        dynamo.query(query("GSI2", "SK = :pk AND #data = :sk", "Artist_Name", "David Bowie"));
    String artist = require(found.items().get(0), "PK").s();
    Page songs = dynamo.query(query(null, "PK = :pk AND begins_with(SK, :sk)", artist, "Song-"));

    assertThat(found)
        .isEqualTo(Page.whole(List.of(Music.search("Artist-1", "Artist_Name", "David Bowie"))));
    assertThat(songs.items().stream().map(song -> require(song, "SK").s()))
        .containsExactly("Song-1", "Song-2", "Song-3", "Song-4");
  }

  @OnEveryTarget
  void theAlbumsOfAGenreAreFoundInTheOverloadedIndex(Dynamo dynamo) {
    Page albums = dynamo.query(query("GSI2", "SK = :pk AND #data = :sk", "Album_Genre", "Rock"));

    assertThat(albums.items())
        .containsExactlyInAnyOrder(
            Music.search("Album-1", "Album_Genre", "Rock"),
            Music.search("Album-2", "Album_Genre", "Rock"),
            Music.search("Album-3", "Album_Genre", "Rock"),
            Music.search("Album-5", "Album_Genre", "Rock"));
    assertThat(albums).isEqualTo(Page.whole(albums.items()));
  }

  @OnEveryTarget
  void allGenresComeInTheirOrder(Dynamo dynamo) {
    Page albums =
        dynamo.query(
            QueryRequest.builder()
                .tableName(Music.NAME)
                .indexName("GSI2")
                .keyConditionExpression("SK = :kind")
                .expressionAttributeValues(Map.of(":kind", value("Album_Genre")))
                .build());

    assertThat(albums.items().stream().map(album -> require(album, "Data").s()))
        .containsExactly("Alternative", "Rock", "Rock", "Rock", "Rock", "Soft Rock", "Soft Rock");
  }

  @OnEveryTarget
  void songsAreFoundByArtistAndYear(Dynamo dynamo) {
    String kind = "Song_ArtistName-Released";
    Page songs = dynamo.query(query("GSI2", "SK = :pk AND #data = :sk", kind, "David Bowie_1977"));

    assertThat(songs.items())
        .containsExactlyInAnyOrder(
            Music.search("Song-3", kind, "David Bowie_1977"),
            Music.search("Song-4", kind, "David Bowie_1977"));
    assertThat(songs).isEqualTo(Page.whole(songs.items()));
  }

  @OnEveryTarget
  void songsAreFoundByTitle(Dynamo dynamo) {
    Page songs = dynamo.query(query("GSI2", "SK = :pk AND #data = :sk", "Song_Name", "Heroes"));

    assertThat(songs).isEqualTo(Page.whole(List.of(Music.search("Song-4", "Song_Name", "Heroes"))));
  }

  private static QueryRequest query(
      @Nullable String index, String condition, String pk, String sk) {
    QueryRequest.Builder query =
        QueryRequest.builder()
            .tableName(Music.NAME)
            .indexName(index)
            .keyConditionExpression(condition)
            .expressionAttributeValues(Map.of(":pk", value(pk), ":sk", value(sk)));
    if (condition.contains("#data")) {
      query.expressionAttributeNames(Map.of("#data", "Data"));
    }
    return query.build();
  }

  private static ScanRequest.Builder filtered(String filter, Map<String, String> names) {
    ScanRequest.Builder scan = ScanRequest.builder().filterExpression(filter);
    return names.isEmpty() ? scan : scan.expressionAttributeNames(names);
  }

  private static ScanRequest.Builder filtered(
      String filter, Map<String, String> names, Map<String, AttributeValue> values) {
    return filtered(filter, names).expressionAttributeValues(values);
  }

  private static Page scan(Dynamo dynamo, ScanRequest.Builder scan) {
    return Page.of(dynamo.client().scan(scan.tableName(Music.NAME).build()));
  }
}
