package dev.monotable.formats.template;

import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the templates of a cloud assembly, the directory {@code cdk.out} that {@code cdk synth}
 * writes. See <a
 * href="https://docs.aws.amazon.com/cdk/api/v2/docs/cloud-assembly-schema-readme.html">cloud
 * assembly schema</a>.
 */
public final class CdkAssembly {
  public static final String MANIFEST = "manifest.json";

  private final Path root;
  private final Set<Path> manifests = new HashSet<>();
  private final List<Path> templates = new ArrayList<>();

  private CdkAssembly(Path root) {
    this.root = root;
  }

  /** Returns whether a file is the manifest of an assembly. */
  public static boolean isManifest(Mapping root) {
    return root.find("artifacts") instanceof Mapping && root.find("version") != null;
  }

  /** Returns the template files of all stacks and stages, in the order of the manifest. */
  public static List<Path> templates(Mapping manifest, Path file) {
    CdkAssembly assembly = new CdkAssembly(file.resolveSibling("").toAbsolutePath().normalize());
    assembly.collect(manifest, file);
    return assembly.templates;
  }

  private void collect(Mapping manifest, Path file) {
    if (!(manifest.find("artifacts") instanceof Mapping artifacts)) {
      throw new InvalidContentException(manifest.at(), "not the manifest of a cloud assembly");
    }
    if (!manifests.add(real(file))) {
      throw new InvalidContentException(
          manifest.at(), "the assembly contains itself, or another one twice");
    }
    for (NamedValue entry : artifacts.members()) {
      if (!(entry.value() instanceof Mapping artifact)
          || !(artifact.find("type") instanceof Scalar type)) {
        continue;
      }
      if (type.text().equals("aws:cloudformation:stack")) {
        templates.add(inside(file, artifact, "templateFile"));
      } else if (type.text().equals("cdk:cloud-assembly")) {
        Path nested = inside(file, artifact, "directoryName").resolve(MANIFEST);
        collect(FileValue.mapping(FileReaders.read(nested), "the manifest"), nested);
      }
    }
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }

  /** Returns the file or directory beside a manifest that an artifact names. */
  private Path inside(Path manifest, Mapping artifact, String name) {
    @Nullable FileValue properties = artifact.find("properties");
    if (properties instanceof Mapping mapping && mapping.find(name) instanceof Scalar text) {
      try {
        Path file = manifest.resolveSibling(text.text());
        if (file.toAbsolutePath().normalize().startsWith(root)) {
          return file;
        }
      } catch (InvalidPathException e) {
        // Reported below.
      }
      throw new InvalidContentException(
          text.at(), name + " must be a file of the assembly, not " + text.describe());
    }
    throw new InvalidContentException(artifact.at(), "the artifact has no " + name);
  }
}
