package dev.monotable.formats.schema;

import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the templates of a cloud assembly, the directory {@code cdk.out} that {@code cdk synth}
 * writes. See <a
 * href="https://docs.aws.amazon.com/cdk/api/v2/docs/cloud-assembly-schema-readme.html">cloud
 * assembly schema</a>.
 */
final class CdkAssembly {
  static final String MANIFEST = "manifest.json";

  private static final int MAX_NESTING = 10;

  private CdkAssembly() {}

  /** Returns whether a file is the manifest of an assembly. */
  static boolean isManifest(Mapping root) {
    return root.find("artifacts") instanceof Mapping && root.find("version") != null;
  }

  /** Returns the template files of all stacks and stages, in the order of the manifest. */
  static List<Path> templates(Mapping manifest, Path file) {
    List<Path> templates = new ArrayList<>();
    collect(manifest, file, 0, templates);
    return templates;
  }

  private static void collect(Mapping manifest, Path file, int depth, List<Path> templates) {
    if (!(manifest.find("artifacts") instanceof Mapping artifacts) || depth > MAX_NESTING) {
      throw new InvalidContentException(manifest.at(), "not the manifest of a cloud assembly");
    }
    for (NamedValue entry : artifacts.members()) {
      if (!(entry.value() instanceof Mapping artifact)
          || !(artifact.find("type") instanceof Scalar type)) {
        continue;
      }
      if (type.text().equals("aws:cloudformation:stack")) {
        templates.add(file.resolveSibling(property(artifact, "templateFile")));
      } else if (type.text().equals("cdk:cloud-assembly")) {
        Path nested = file.resolveSibling(property(artifact, "directoryName")).resolve(MANIFEST);
        collect(
            FileValue.mapping(FileReaders.read(nested), "the manifest"),
            nested,
            depth + 1,
            templates);
      }
    }
  }

  private static String property(Mapping artifact, String name) {
    @Nullable FileValue properties = artifact.find("properties");
    if (properties instanceof Mapping mapping && mapping.find(name) instanceof Scalar text) {
      return text.text();
    }
    throw new InvalidContentException(artifact.at(), "the artifact has no " + name);
  }
}
