package dev.monotable.formats.schema;

import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.Notice;
import java.util.List;

/**
 * A table as a schema file describes it, in the members of a CreateTable request and what takes
 * further requests: {@code TimeToLiveSpecification}, {@code PointInTimeRecoverySpecification},
 * {@code ContributorInsightsSpecification} of the table and of its global indexes, {@code
 * KinesisStreamSpecification}, and the members of {@link ReplicaMembers}.
 */
record TableRequest(Mapping members, List<Notice> notices) {
  TableRequest {
    notices = List.copyOf(notices);
  }
}
