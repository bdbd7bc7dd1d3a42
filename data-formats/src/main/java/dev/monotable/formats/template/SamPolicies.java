package dev.monotable.formats.template;

import dev.monotable.formats.resource.ManagedPolicies;
import dev.monotable.formats.resource.Properties;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The policies about tables that SAM makes of a name: of its policy templates and of connectors, as
 * {@code sam-policies.yaml} has them. See <a
 * href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-policy-template-list.html">SAM
 * policy templates</a> and <a
 * href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/reference-sam-connector.html">SAM
 * connectors</a>.
 */
final class SamPolicies {
  /** The permissions of a connector from a table: on its stream. */
  static final String STREAM = "Stream";

  private static final String FILE = "sam-policies.yaml";
  private static final Mapping POLICIES = load();

  private SamPolicies() {}

  /** Returns the document of a policy template; null if it is none about tables. */
  static @Nullable FileValue ofTemplate(String name, String tableArn, FilePosition at) {
    return document("templates", name, tableArn, at);
  }

  /** Returns the document of a permission of a connector; null for an unknown permission. */
  static @Nullable FileValue ofConnector(String permission, String tableArn, FilePosition at) {
    return document("connectors", permission, tableArn, at);
  }

  private static @Nullable FileValue document(
      String section, String name, String tableArn, FilePosition at) {
    Mapping policies = FileValue.mapping(Properties.require(POLICIES, section, FILE), section);
    FileValue grants = policies.find(name);
    if (grants == null) {
      return null;
    }
    List<FileValue> statements = new ArrayList<>();
    for (FileValue each : FileValue.elements(grants, name)) {
      Mapping grant = FileValue.mapping(each, name);
      List<FileValue> actions = new ArrayList<>();
      texts(grant, "actions").forEach(text -> actions.add(new Scalar(at, "dynamodb:" + text)));
      List<FileValue> resources = new ArrayList<>();
      for (String end : texts(grant, "resources")) {
        resources.add(new Scalar(at, end.equals("*") ? end : tableArn + end));
      }
      statements.add(
          new MappingBuilder(at)
              .add("Effect", at, "Allow")
              .add("Action", at, new Sequence(at, actions))
              .add("Resource", at, new Sequence(at, resources))
              .build());
    }
    return ManagedPolicies.document(new Sequence(at, statements), at);
  }

  private static List<String> texts(Mapping grant, String name) {
    return FileValue.elements(Properties.require(grant, name, FILE), name).stream()
        .map(element -> FileValue.text(element, name))
        .toList();
  }

  private static Mapping load() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(SamPolicies.class.getResourceAsStream(FILE)),
                StandardCharsets.UTF_8))) {
      return FileValue.mapping(FileReaders.read(Path.of(FILE), reader), FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
