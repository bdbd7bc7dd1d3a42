package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OpenApiTest extends ControlFixture {
  private static final Path DOCUMENT = Path.of("../docs/openapi.json");

  /** To accept a change, run with {@code -Dmonotable.update=true}, and review the file. */
  @Test
  void theDocumentIsTheOneThatIsPublished() throws Exception {
    String served = indented(get("/openapi.json").body());
    if (Boolean.getBoolean("monotable.update")) {
      Files.writeString(DOCUMENT, served);
    }

    assertThat(Files.readString(DOCUMENT)).isEqualTo(served);
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
