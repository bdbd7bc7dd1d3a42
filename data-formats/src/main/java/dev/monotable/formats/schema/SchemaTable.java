package dev.monotable.formats.schema;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table that a schema file describes.
 *
 * @param at where its description starts
 * @param request the request that creates it
 * @param timeToLive the Time to Live setting, which takes a second request; null if not set
 * @param notices the parts of the description that have no effect here
 */
public record SchemaTable(
    FilePosition at,
    CreateTableInput request,
    @Nullable TimeToLiveSpecification timeToLive,
    List<Notice> notices) {

  public SchemaTable {
    notices = List.copyOf(notices);
  }

  /**
   * Converts a CreateTable request, which may also have a {@code TimeToLiveSpecification}.
   *
   * @throws InvalidContentException if it has an unknown member, or one of the wrong type
   */
  public static SchemaTable of(Mapping request) {
    return of(new TableRequest(request, List.of()));
  }

  /** Converts a table in the form of a request. */
  static SchemaTable of(TableRequest table) {
    Mapping members = table.members();
    MappingBuilder request = new MappingBuilder(members.at());
    TimeToLiveSpecification timeToLive = null;
    for (NamedValue member : members.members()) {
      if (member.name().equals(TemplateTables.TIME_TO_LIVE)) {
        timeToLive = timeToLive(member.value());
      } else {
        request.add(member.name(), member.at(), member.value());
      }
    }
    CreateTableInput input =
        RecordBinder.bind(CreateTableInput.SCHEMA, request.build(), Operations.CREATE_TABLE.name());
    return new SchemaTable(members.at(), input, timeToLive, table.notices());
  }

  private static @Nullable TimeToLiveSpecification timeToLive(FileValue value) {
    if (value instanceof Absent) {
      return null;
    }
    TimeToLiveSpecification specification =
        RecordBinder.bind(
            TimeToLiveSpecification.SCHEMA,
            FileValue.mapping(value, TemplateTables.TIME_TO_LIVE),
            TemplateTables.TIME_TO_LIVE);
    if (specification.enabled() == null) {
      throw new InvalidContentException(value.at(), TemplateTables.TIME_TO_LIVE + " needs Enabled");
    }
    return specification.enabled() ? specification : null;
  }

  /** Returns the name of the table. */
  public String name() {
    return request.tableName();
  }

  /**
   * Creates the table with the ordinary operations.
   *
   * @throws DataFileException if an operation fails, with its message as the reason
   */
  public void createIn(MonotableEngine database) throws DataFileException {
    createIn((LoadTarget) database::call);
  }

  /**
   * Creates the table with the ordinary operations.
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
    } catch (DynamoException e) {
      throw new DataFileException(at, String.valueOf(e.getMessage()));
    }
  }
}
