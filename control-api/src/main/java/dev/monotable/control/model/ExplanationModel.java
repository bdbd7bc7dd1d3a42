package dev.monotable.control.model;

import dev.monotable.control.model.RequestModel.RequestEntry;
import dev.monotable.design.finding.Severity;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.text.FileValue;
import dev.monotable.text.RecordCodec.RawJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a request was executed, and what an item consists of. */
public final class ExplanationModel {
  private ExplanationModel() {}

  /** A request with its plan. */
  @Doc("A request with its plan, and with what would have been enough.")
  public record RequestExplanation(
      @Doc("The request in short.") RequestEntry entry,
      @Doc("The request as the client sent it; absent if it could not be decoded.")
          @Nullable RawJson request,
      @Doc("The capacity that it consumed, by table and index.") List<CapacityEntry> capacity,
      @Doc(
              "What it read and wrote: one part for each item, page, action or statement; at most"
                  + " 100.")
          List<PartDescription> parts,
      @Doc("The number of further parts.") int omittedParts,
      @Doc("What would have been enough for the same result, one sentence each.")
          List<String> enough,
      @Doc("The findings about requests of its kind, its tables and its indexes.")
          List<FindingDescription> findings) {}

  /** The capacity consumed on a table or index. */
  @Doc("The capacity consumed on a table or index.")
  public record CapacityEntry(
      @Doc("The name of the table.") String table,
      @Doc("The name of the index; absent for the table.") @Nullable String index,
      @Doc("The read capacity units.") double readUnits,
      @Doc("The write capacity units.") double writeUnits) {}

  /** A part of a request. */
  @Doc("What a request, or a part of a batch or transaction, read or wrote.")
  public record PartDescription(
      @Doc("The kind of the part.") RequestPart.Kind kind,
      @Doc("The name of the table, or the ARN of the stream.") String table,
      @Doc("The name of the index that was read; absent for the table.") @Nullable String index,
      @Doc("The primary key of an item, in DynamoDB JSON.") @Nullable RawJson key,
      @Doc("What was read.") @Nullable ReadDescription read,
      @Doc("What was written.") @Nullable WriteDescription write,
      @Doc("The capacity units on the table or index.") double units) {}

  /** A read. */
  @Doc("A read of an item, of a page or of stream records.")
  public record ReadDescription(
      @Doc("The key conditions of a page; several for a SELECT with OR or IN, none for a Scan.")
          @Nullable List<String> keyConditions,
      @Doc("The filter of a page.") @Nullable String filter,
      @Doc("The attributes to return; absent for all.") @Nullable String projection,
      @Doc("Whether the read is strongly consistent.") boolean consistent,
      @Doc("Whether a page is read in descending order of the keys.") boolean backward,
      @Doc("The Limit of a page.") @Nullable Integer limit,
      @Doc("The number of items that were evaluated.") int evaluated,
      @Doc("The number of items that were not discarded by a filter.") int returned,
      @Doc("The size of what was read, in bytes.") long bytes) {}

  /** A write. */
  @Doc("A write of an item, or a condition that was checked.")
  public record WriteDescription(
      @Doc("The kind of the write.") WriteKind kind,
      @Doc("The update.") @Nullable String update,
      @Doc("The condition.") @Nullable String condition,
      @Doc("Whether the write took effect.") boolean applied,
      @Doc("The item before the write, in DynamoDB JSON; left out after 1 MB of items.")
          @Nullable RawJson before,
      @Doc("The item after the write, in DynamoDB JSON; left out after 1 MB of items.")
          @Nullable RawJson after,
      @Doc("The entries of indexes that the write changed.")
          List<IndexChangeDescription> indexChanges) {}

  /** The change of an index by a write. */
  @Doc("The change of an index by a write.")
  public record IndexChangeDescription(
      @Doc("The name of the index.") String index,
      @Doc("What happened to the entry.") IndexChange.Kind change,
      @Doc("The write capacity units.") double units) {}

  /** A finding of the design lab. */
  @Doc("A finding of the design lab.")
  public record FindingDescription(
      @Doc("The kind of finding, such as `large-item`.") String id,
      @Doc("How much it matters.") Severity severity,
      @Doc("The kind of finding in a few words.") String title,
      @Doc("What it is about: a kind of requests, a table, an index or an entity.") String subject,
      @Doc("What was found, with its numbers.") String statement,
      @Doc("What happens on AWS.") String onAws,
      @Doc("What to do.") String advice,
      @Doc("The page of the AWS documentation.") String link) {}

  /** An item to describe. */
  @Doc("An item to describe.")
  public record ItemToDescribe(
      @Doc("The name of the table.") String table,
      @Doc("The primary key of the item, in DynamoDB JSON.") FileValue key,
      @Doc("Whether to return its history; false by default.") @Nullable Boolean history) {}

  /** An item with its index entries. */
  @Doc("An item with its size, its index entries and its time to live.")
  public record ItemDescription(
      @Doc("The item in DynamoDB JSON; absent if it does not exist.") @Nullable RawJson item,
      @Doc("Its size in bytes, as capacity is charged for it; 0 if it does not exist.") long bytes,
      @Doc("Its entries in the indexes of the table.") List<IndexEntryDescription> indexEntries,
      @Doc("When its time to live expires; absent if it has none.") @Nullable Instant expires,
      @Doc(
              "What it was before; absent if it was not asked for, or point-in-time recovery is"
                  + " disabled for the table.")
          @Nullable ItemHistoryDescription history) {}

  /** What an item was before. */
  @Doc("What an item was in the window of point-in-time recovery.")
  public record ItemHistoryDescription(
      @Doc("The begin of the window.") Instant earliest,
      @Doc("The versions of the item, the present one first; at most 100.")
          List<ItemVersionDescription> versions,
      @Doc("Whether these are all versions in the window.") boolean complete) {}

  /** A version of an item. */
  @Doc("What an item was from a second on. Of several changes in a second, the last one counts.")
  public record ItemVersionDescription(
      @Doc("The second.") Instant since,
      @Doc("The item in DynamoDB JSON; absent if it did not exist.") @Nullable RawJson item) {}

  /** An entry of an index. */
  @Doc("The entry of an item in an index.")
  public record IndexEntryDescription(
      @Doc("The name of the index.") String index,
      @Doc("The entry in DynamoDB JSON; absent if the index has none for the item.")
          @Nullable RawJson entry,
      @Doc("Its size in bytes; 0 without an entry.") long bytes) {}
}
