package dev.monotable.formats.resource;

import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.Notice;
import java.util.List;

/**
 * A table as a schema file describes it, in the members of a CreateTable request and what takes
 * further requests: {@code TimeToLiveSpecification}, {@code PointInTimeRecoverySpecification},
 * {@code ContributorInsightsSpecification} of the table and of its global indexes, {@code
 * KinesisStreamSpecification}, and the members of {@link ReplicaMembers}.
 *
 * @param items what the file puts into the table
 * @param notices the parts of the file that have no effect here
 */
public record TableRequest(Mapping members, List<TableItem> items, List<Notice> notices) {
  public static final String TIME_TO_LIVE = "TimeToLiveSpecification";
  public static final String ENCRYPTION = "SSESpecification";
  public static final String RECOVERY = "PointInTimeRecoverySpecification";
  public static final String INSIGHTS = "ContributorInsightsSpecification";
  public static final String KINESIS = "KinesisStreamSpecification";

  /** The precision of times in the records of a Kinesis destination. */
  public static final String PRECISION = "ApproximateCreationDateTimePrecision";

  /** Copies the lists. */
  public TableRequest {
    items = List.copyOf(items);
    notices = List.copyOf(notices);
  }

  /** Creates a table without items. */
  public TableRequest(Mapping members, List<Notice> notices) {
    this(members, List.of(), notices);
  }
}
