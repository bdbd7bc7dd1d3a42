package dev.monotable.formats.schema;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.formats.resource.TableItem;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.model.UpdateContributorInsightsInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table that a schema file describes.
 *
 * @param at where its description starts
 * @param request the request that creates it
 * @param timeToLive the Time to Live setting, which takes a second request; null if not enabled
 * @param pointInTimeRecovery the setting of point-in-time recovery, which takes another request;
 *     null if not enabled
 * @param contributorInsights the requests that enable Contributor Insights, for the table and its
 *     global indexes
 * @param destinations the requests that let its writes be sent elsewhere
 * @param items the items that the file puts into the table
 * @param notices the parts of the description that have no effect here
 */
public record SchemaTable(
    FilePosition at,
    CreateTableInput request,
    @Nullable TimeToLiveSpecification timeToLive,
    @Nullable PointInTimeRecoverySpecification pointInTimeRecovery,
    List<UpdateContributorInsightsInput> contributorInsights,
    TableDestinations destinations,
    List<TableItem> items,
    List<Notice> notices) {

  public SchemaTable {
    contributorInsights = List.copyOf(contributorInsights);
    items = List.copyOf(items);
    notices = List.copyOf(notices);
  }

  /**
   * Converts a CreateTable request, which may also have a {@code TimeToLiveSpecification}, a {@code
   * PointInTimeRecoverySpecification}, and {@code ContributorInsightsSpecification}s.
   *
   * @throws InvalidContentException if it has an unknown member, or one of the wrong type
   */
  public static SchemaTable of(Mapping request) {
    return of(new TableRequest(request, List.of()));
  }

  /** Converts a table in the form of a request. */
  static SchemaTable of(TableRequest table) {
    return new TableSections(table).schemaTable();
  }

  /** Returns the name of the table. */
  public String name() {
    return request.tableName();
  }

  /**
   * Creates the table with the ordinary operations, without its replicas.
   *
   * @throws DataFileException if an operation fails, with its message as the reason
   */
  public void createIn(MonotableEngine database) throws DataFileException {
    createIn((LoadTarget) database::call);
  }

  /**
   * Creates the table with the ordinary operations, and its replicas if the database has Regions.
   *
   * @throws DataFileException if an operation fails, with its message as the reason
   */
  public void createIn(LoadTarget database) throws DataFileException {
    try {
      database.call(Operations.CREATE_TABLE, request);
      if (timeToLive != null) {
        database.call(
            Operations.UPDATE_TIME_TO_LIVE,
            UpdateTimeToLiveInput.builder()
                .tableName(request.tableName())
                .timeToLiveSpecification(timeToLive)
                .build());
      }
      if (pointInTimeRecovery != null) {
        database.call(
            Operations.UPDATE_CONTINUOUS_BACKUPS,
            UpdateContinuousBackupsInput.builder()
                .tableName(request.tableName())
                .pointInTimeRecoverySpecification(pointInTimeRecovery)
                .build());
      }
      for (UpdateContributorInsightsInput insights : contributorInsights) {
        database.call(Operations.UPDATE_CONTRIBUTOR_INSIGHTS, insights);
      }
      if (database.hasRegions()) {
        for (UpdateTableInput replica : destinations.replicaRequests()) {
          database.call(Operations.UPDATE_TABLE, replica);
        }
      }
      if (destinations.kinesis() != null) {
        database.call(Operations.ENABLE_KINESIS_STREAMING_DESTINATION, destinations.kinesis());
      }
    } catch (DynamoException e) {
      throw new DataFileException(at, String.valueOf(e.getMessage()));
    }
  }
}
