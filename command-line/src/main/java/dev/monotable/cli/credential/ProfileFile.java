package dev.monotable.cli.credential;

import dev.monotable.text.InvalidContentException;
import dev.monotable.text.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the files {@code credentials} and {@code config} of the AWS CLI and the SDKs.
 *
 * @see <a href="https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html">Shared config and
 *     credentials files</a>
 */
public final class ProfileFile {
  private ProfileFile() {}

  /**
   * A section of a file.
   *
   * @param name as in the file: {@code default}, or in the file {@code config} also {@code profile
   *     dev}
   * @param settings the values by their names
   * @param line the line of its name, from 1
   */
  public record Section(String name, Map<String, String> settings, int line) {}

  /**
   * Returns the sections of a file in their order.
   *
   * @throws InvalidContentException if the file cannot be read
   */
  public static List<Section> read(Path file) {
    TextFile lines = new TextFile(file);
    List<Section> sections = new ArrayList<>();
    try (BufferedReader reader = lines.open()) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        String text = line.strip();
        int equals = text.indexOf('=');
        if (text.startsWith("[") && text.endsWith("]")) {
          String name = text.substring(1, text.length() - 1).strip();
          sections.add(new Section(name, new HashMap<>(), number));
        } else if (!sections.isEmpty()
            && equals > 0
            && !text.startsWith("#")
            && !text.startsWith(";")) {
          sections
              .get(sections.size() - 1)
              .settings()
              .put(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
        }
      }
    } catch (IOException e) {
      throw lines.invalid(e);
    }
    return sections;
  }
}
