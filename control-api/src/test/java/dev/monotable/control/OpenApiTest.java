package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.monotable.text.DurationText;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.RecordCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OpenApiTest extends ControlFixture {
  private static final Path DOCUMENT = Path.of("../docs/openapi.json");

  @Test
  void theDocumentIsTheOneThatIsPublished() throws Exception {
    assertThat(indented(get("/openapi.json").body())).isEqualTo(Files.readString(DOCUMENT));
  }

  /** The generator of the document does not see the classes of other modules. */
  @Test
  void constantsAndDurationsHaveTheFormsOfTheirClasses() throws Exception {
    Mapping schemas;
    try (BufferedReader file = Files.newBufferedReader(DOCUMENT)) {
      Mapping document = (Mapping) FileReaders.read(DOCUMENT, file);
      schemas = inner(inner(document, "components"), "schemas");
    }
    List<String> checked = new ArrayList<>();
    for (FileValue.NamedValue schema : schemas.members()) {
      Class<?> type = Class.forName("dev.monotable.control.model." + schema.name());
      for (RecordComponent component : type.getRecordComponents()) {
        Mapping property =
            inner(inner((Mapping) schema.value(), "properties"), component.getName());
        if (component.getType().isEnum()) {
          List<String> names = new ArrayList<>();
          for (Object constant : component.getType().getEnumConstants()) {
            names.add(RecordCodec.STRICT.name((Enum<?>) constant));
          }
          List<String> documented = new ArrayList<>();
          for (FileValue each : FileValue.elements(property.find("enum"), "enum")) {
            documented.add(FileValue.text(each, "enum"));
          }
          assertThat(documented).as("%s", component).isEqualTo(names);
          checked.add(component.getType().getSimpleName());
        } else if (component.getType() == Duration.class) {
          assertThat(FileValue.text(property.find("pattern"), "pattern"))
              .isEqualTo(DurationText.PATTERN);
          checked.add("Duration");
        }
      }
    }
    assertThat(checked).contains("Duration", "FaultName", "ThroughputLimit", "Severity");
  }

  private static Mapping inner(Mapping object, String member) {
    return (Mapping) Objects.requireNonNull(object.find(member), member);
  }

  private static String indented(String json) throws IOException {
    StringWriter text = new StringWriter();
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    try (JsonParser parser = new JsonFactory().createParser(json);
        JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.setPrettyPrinter(
          new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
      parser.nextToken();
      out.copyCurrentStructure(parser);
    }
    return text.append('\n').toString();
  }
}
