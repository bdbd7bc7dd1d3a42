package dev.monotable.control.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Designs of the tables of a database. */
public final class DesignModel {
  private DesignModel() {}

  /** A request to declare a design. */
  @Doc("A design to declare.")
  public record DesignToDeclare(
      @Doc("The name of the file, which errors name; design.yaml by default.")
          @Nullable String file,
      @Doc(
              "The content: a design file in YAML or JSON, or a model of NoSQL Workbench, of the"
                  + " DynamoDB MCP server or of the Agent Toolkit for AWS.")
          String content) {}

  /** A design. */
  @Doc("The design of a database: the declared one, or a draft by the requests that are kept.")
  public record DesignDescription(
      @Doc("Whether it was declared.") boolean declared,
      @Doc("The name of the design.") String name,
      @Doc("The entities of its tables, in the order of the design.")
          List<EntityDescription> entities,
      @Doc("The names of its access patterns.") List<String> patterns,
      @Doc("What of the file has no effect; only in the response to declaring it.")
          @Nullable List<String> notices) {}

  /** An entity. */
  @Doc("A kind of items in a table.")
  public record EntityDescription(
      @Doc("The name of the table.") String table,
      @Doc("The name of the entity.") String name,
      @Doc("What it is, for people.") @Nullable String description,
      @Doc(
              "The templates of the key attributes of the table and its indexes, by attribute, such"
                  + " as `ROOM#{room}`. A field in braces contains no `#` or `|` that the text of"
                  + " its template has, unless its name ends with three dots.")
          Map<String, String> keys,
      @Doc("The attributes that have the same value in all of its items, with that value.")
          Map<String, String> constants) {}
}
