package dev.monotable.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.loader.ModelAssembler;
import software.amazon.smithy.model.shapes.ShapeId;

class ModelGeneratorTest {
  /** The record that is generated for the structure Part. */
  private static final String PART =
      """
            package example.model;

            import dev.monotable.schema.Constraints;
            import dev.monotable.schema.Member;
            import dev.monotable.schema.ShapeType;
            import dev.monotable.schema.SimpleSchema;
            import dev.monotable.schema.Structure;
            import dev.monotable.schema.StructureSchema;
            import java.time.Instant;
            import org.jspecify.annotations.Nullable;

            /**
             * A part of a {@code Thing}.
             *
             * @param count How many.
             * @param when The member {@code When}.
             * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Part.html">API reference</a>
             */
            public record Part(
                Long count,
                @Nullable Instant when) implements Structure {
              /** The schema of this structure. */
              public static final StructureSchema<Part> SCHEMA = new Shape();

              /** {@return a builder with no component set} */
              public static Builder builder() {
                return new Builder();
              }

              /** {@return a builder with the components of this record} */
              public Builder toBuilder() {
                Builder builder = new Builder();
                builder.count = count;
                builder.when = when;
                return builder;
              }

              @Override
              public StructureSchema<Part> schema() {
                return SCHEMA;
              }

              /** Builds a {@link Part}. Not thread safe. */
              public static final class Builder {
                private @Nullable Long count;
                private @Nullable Instant when;

                private Builder() {}

                /**
                 * Sets {@code Count}.
                 *
                 * @param count the new value
                 * @return this builder
                 */
                public Builder count(Long count) {
                  this.count = count;
                  return this;
                }

                /**
                 * Sets {@code When}.
                 *
                 * @param when the new value
                 * @return this builder
                 */
                public Builder when(@Nullable Instant when) {
                  this.when = when;
                  return this;
                }

                /** {@return the record with the components that were set} */
                public Part build() {
                  return new Part(count, when);
                }
              }

              private static final class Shape extends StructureSchema<Part> {
                Shape() {
                  super("Part", Part.class);
                }

                @Override
                protected Member[] createMembers() {
                  return new Member[] {
                    Member.of(0, "Count", true, SimpleSchema.of(ShapeType.LONG, "Count", Constraints.bounds(0L, Constraints.NO_MAX))),
                    Member.of(1, "When", false, SimpleSchema.of(ShapeType.TIMESTAMP, "Timestamp", Constraints.NONE))
                  };
                }

                @Override
                public Part create(@Nullable Object[] values) {
                  return new Part(
                      (Long) values[0],
                      (Instant) values[1]);
                }

                @Override
                public @Nullable Object value(Part structure, int index) {
                  return switch (index) {
                    case 0 -> structure.count();
                    case 1 -> structure.when();
                    default -> throw new IndexOutOfBoundsException(index);
                  };
                }
              }
            }
            """;

  private static final String SERVICE =
      """
      $version: "2.0"
      namespace com.example

      service Small {
          version: "1"
          operations: [PutThing]
      }

      /// <p>Puts a thing.</p>
      operation PutThing {
          input: PutThingInput
          errors: [ThingLost]
      }

      structure PutThingInput {
          @required
          SSEName: Name

          Parts: Parts
          Kind: Kind
          Item: AttributeMap
          Notes: Notes
      }

      @error("client")
      structure ThingLost {
          message: String
      }

      @length(min: 1, max: 8)
      @pattern("^[a-z\\\\d]+$")
      string Name

      @length(min: 1)
      list Parts {
          member: Part
      }

      /// <p>A part of a <code>Thing</code>.</p>
      structure Part {
          /// <p>How many.</p>
          @required
          Count: Count
          When: Timestamp
      }

      /// <p>Not shown: the member has its own.</p>
      @range(min: 0)
      long Count

      enum Kind {
          /// Good enough.
          GOOD = "good"
          NotSoGood
      }

      map AttributeMap {
          key: String
          value: AttributeValue
      }

      map Notes {
          key: String
          value: Parts
      }

      union AttributeValue {
          S: String
      }
      """;

  private static final String ROW =
      "PutThing  writes  global-table  one  adds-data,takes-long  table:Item,index:Kind";

  private static Map<String, String> generate(String model) {
    return generate(model, ROW, "    actions: PutThing CheckThing");
  }

  private static Map<String, String> generate(String model, String... rows) {
    return generate(Model.assembler().addUnparsedModel("small.smithy", model), rows);
  }

  private static Map<String, String> generate(ModelAssembler models, String... rows) {
    return new ModelGenerator(
            ModelAdditions.merge(models.assemble().unwrap()),
            "example.model",
            OperationRows.parse(List.of(rows)))
        .generate(ShapeId.from("com.example#Small"));
  }

  /** Generates the service with additions. */
  private static Map<String, String> generateWith(String additions, String... rows) {
    return generate(
        Model.assembler()
            .addUnparsedModel("small.smithy", SERVICE)
            .addUnparsedModel("additions.smithy", additions),
        rows.length == 0 ? new String[] {ROW} : rows);
  }

  @Test
  void everyStructureAndEnumGetsAFile() {
    assertThat(generate(SERVICE))
        .containsOnlyKeys(
            "Kind.java",
            "Operations.java",
            "Part.java",
            "PutThingInput.java",
            "ThingLost.java",
            "Unit.java",
            "package-info.java");
  }

  @Test
  void aStructureBecomesARecordWithItsSchemaAndBuilder() {
    assertThat(generate(SERVICE).get("Part.java")).isEqualTo(PART);
  }

  @Test
  void additionsBelongToTheStructureOfTheirName() {
    Map<String, String> sources =
        generateWith(
            """
            $version: "2.0"
            namespace com.example.additions
            use com.example#Kind

            structure Part {
                Mode: Kind
                Summary: Summary
            }

            /// Not in the model.
            structure Summary {
                Mode: Kind
            }
            """);
    assertThat(sources.get("Part.java"))
        .contains(
            """
            public record Part(
                Long count,
                @Nullable Instant when,
                @Nullable String mode,
                @Nullable Summary summary) implements Structure {
            """,
            """
                    Member.of(2, "Mode", false, SimpleSchema.of(ShapeType.STRING, "Kind", Constraints.oneOf("good", "NotSoGood"))),
                    Member.of(3, "Summary", false, Summary.SCHEMA)
            """);
    assertThat(sources.get("Summary.java"))
        .contains(
            """
            /**
             * Not in the model.
             *
             * @param mode The member {@code Mode}.
             */
            public record Summary(
            """);
  }

  @Test
  void anAddedOperationBelongsToTheService() {
    String operation =
        """
        $version: "2.0"
        namespace com.example.additions

        operation GetThing {
            input: GetThingInput
        }

        structure GetThingInput {
            Names: NameList
        }

        list NameList {
            member: FullName
        }

        structure FullName {
            Name: String
        }
        """;
    Map<String, String> sources =
        generateWith(operation, ROW, "GetThing  describes  region  one  -  -");
    assertThat(sources).containsKeys("GetThingInput.java", "FullName.java");
    assertThat(sources.get("Operations.java"))
        .contains("\"GetThing\"", "\"PutThing\"", "GetThingInput.SCHEMA");
  }

  @Test
  void anAdditionToNothingIsRejected() {
    String misspelt =
        """
        $version: "2.0"
        namespace com.example.additions

        structure Prt {
            Mode: String
        }
        """;
    assertThatThrownBy(() -> generateWith(misspelt))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("additions to nothing: [com.example.additions#Prt]");
  }

  @Test
  void anAdditionThatTheModelHasIsRejected() {
    String present =
        """
        $version: "2.0"
        namespace com.example.additions

        structure Part {
            When: Timestamp
        }
        """;
    assertThatThrownBy(() -> generateWith(present))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the model has com.example#Part$When: remove the addition");
  }

  @Test
  void listsAndMapsAreCopiedAndItemsAreNotMaps() {
    assertThat(generate(SERVICE).get("PutThingInput.java"))
        .contains(
            """
            public record PutThingInput(
                String sseName,
                @Nullable List<Part> parts,
                @Nullable String kind,
                @Nullable Item item,
                @Nullable Map<String, List<Part>> notes) implements Structure {
            """,
            """
              public PutThingInput {
                parts = Frozen.list(parts);
                notes = Frozen.map(notes);
              }
            """,
            """
                    Member.of(0, "SSEName", true, SimpleSchema.of(ShapeType.STRING, "Name", Constraints.bounds(1L, 8L).andPattern("^[a-z\\\\d]+$"))),
                    Member.of(1, "Parts", false, ListSchema.of("Parts", Constraints.bounds(1L, Constraints.NO_MAX), Part.SCHEMA)),
                    Member.of(2, "Kind", false, SimpleSchema.of(ShapeType.STRING, "Kind", Constraints.oneOf("good", "NotSoGood"))),
                    Member.of(3, "Item", false, SimpleSchema.of(ShapeType.ITEM, "AttributeMap", Constraints.NONE)),
                    Member.of(4, "Notes", false, MapSchema.of("Notes", Constraints.NONE, SimpleSchema.of(ShapeType.STRING, "String", Constraints.NONE), ListSchema.of("Parts", Constraints.bounds(1L, Constraints.NO_MAX), Part.SCHEMA)))
            """);
  }

  @Test
  void anEnumKeepsItsWireValues() {
    assertThat(generate(SERVICE).get("Kind.java"))
        .contains(
            """
            public enum Kind {
              /** Good enough. */
              GOOD("good"),

              /** {@code NotSoGood}. */
              NOT_SO_GOOD("NotSoGood");
            """);
  }

  @Test
  void anOperationHasItsShapesAndErrors() {
    assertThat(generate(SERVICE).get("Operations.java"))
        .contains(
            """
              /**
               * Puts a thing.
               *
               * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutThing.html">API reference</a>
               */
              public static final OperationSchema<PutThingInput, Unit> PUT_THING =
                  new OperationSchema<>(
                      0,
                      Service.DYNAMODB,
                      "PutThing",
                      new OperationTraits(Effect.WRITES, Subject.GLOBAL_TABLE, Parts.ONE, List.of(Feature.ADDS_DATA, Feature.TAKES_LONG), List.of(new NamedResource(ResourceType.TABLE, "Item"), new NamedResource(ResourceType.INDEX, "Kind")), List.of("PutThing", "CheckThing")),
                      SHAPES,
                      "ThingLost");
            """);
  }

  @Test
  void anOperationNeedsTheActionOfItsNameUnlessItsRowSaysOtherwise() {
    assertThat(
            generate(SERVICE, "# a comment", "", "PutThing  reads  item  atomic  -  -")
                .get("Operations.java"))
        .contains(
            "new OperationTraits(Effect.READS, Subject.ITEM, Parts.ATOMIC, List.of(), List.of(),"
                + " List.of(\"PutThing\")),\n");
  }

  @Test
  void rowsAndOperationsMatchOneToOne() {
    assertThatThrownBy(() -> generate(SERVICE, "# nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("PutThing has no row");
    assertThatThrownBy(() -> generate(SERVICE, ROW, ROW.replace("PutThing", "PutOther")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not operations: [PutOther]");
    assertThatThrownBy(() -> generate(SERVICE, ROW, ROW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("PutThing has two rows");
  }

  @Test
  void anInvalidRowIsRejected() {
    assertThatThrownBy(() -> generate(SERVICE, ROW.replace("table:Item", "table:Table")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("PutThing has no member Table");
    assertThatThrownBy(() -> generate(SERVICE, ROW.replace("table:Item", "Item")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not TYPE:MEMBER: Item");
    assertThatThrownBy(() -> generate(SERVICE, ROW, "", "    actions: PutThing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a row of 6 columns:     actions: PutThing");
    assertThatThrownBy(() -> generate(SERVICE, "PutThing writes item"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a row of 6 columns: PutThing writes item");
  }

  @Test
  void anUnsupportedTypeIsRejected() {
    assertThatThrownBy(() -> generate(SERVICE.replace("When: Timestamp", "When: Blob")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no Java type for blob");
  }
}
