package dev.monotable.access;

import dev.monotable.access.file.PolicyFiles;
import dev.monotable.access.request.Principals;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Writes and reads the files of {@code --policies} for tests. */
abstract class PolicyFilesFixture {
  static final String ACCOUNT = "123456789012";
  static final String TABLE = "arn:aws:dynamodb:eu-west-1:123456789012:table/Orders";

  @TempDir Path folder = Path.of("");
  final List<Notice> notices = new ArrayList<>();

  Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  Principals load(String... files) throws DataFileException {
    Principals principals = Principals.create(false);
    PolicyFiles reader =
        new PolicyFiles(
            SchemaFiles.reader()
                .withRegion("eu-west-1")
                .withAccount(ACCOUNT)
                .withEnvironment(Map.of()),
            ACCOUNT);
    reader.load(List.of(files), principals);
    notices.addAll(reader.notices());
    return principals;
  }

  static String decide(@Nullable Principal principal, String action, String resource) {
    return PolicyEvaluator.decide(
            new AccessRequest(
                Objects.requireNonNull(principal),
                "dynamodb:" + action,
                resource,
                ContextKeys.of(Map.of())),
            null)
        .explanation();
  }

  static boolean allows(@Nullable Principal principal, String action, String resource) {
    return decide(principal, action, resource).startsWith("allowed");
  }
}
