package dev.monotable.formats.schema;

import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.Notice;
import java.util.List;

/**
 * A table as a schema file describes it, in the members of a CreateTable request and {@code
 * TimeToLiveSpecification}.
 */
record TableRequest(Mapping members, List<Notice> notices) {
  TableRequest {
    notices = List.copyOf(notices);
  }
}
