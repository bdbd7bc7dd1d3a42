package dev.monotable.formats.resource;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The managed policies of AWS that are known, with their statements about DynamoDB. See <a
 * href="https://docs.aws.amazon.com/aws-managed-policy/latest/reference/policy-list.html">AWS
 * managed policies</a>.
 */
public final class ManagedPolicies {
  private static final String FILE = "managed-policies.yaml";
  private static final String ARN = "arn:aws:iam::aws:policy/";
  private static final Mapping POLICIES = load();

  private ManagedPolicies() {}

  /** Returns whether a text is the ARN of a managed policy of AWS. */
  public static boolean isArn(String text) {
    return text.startsWith(ARN);
  }

  /** Returns the name of a policy: the last part of its ARN. */
  public static String name(String nameOrArn) {
    return nameOrArn.substring(nameOrArn.lastIndexOf('/') + 1);
  }

  /**
   * Returns the document of a policy, which is without statements if it says nothing about
   * DynamoDB; null if the policy is not known.
   *
   * @param nameOrArn its name or its ARN
   * @param at where a file names it
   */
  public static @Nullable FileValue find(String nameOrArn, FilePosition at) {
    FileValue statements = POLICIES.find(name(nameOrArn));
    return statements == null ? null : document(statements, at);
  }

  /** Returns a document with statements. */
  public static Mapping document(FileValue statements, FilePosition at) {
    return new MappingBuilder(at)
        .add("Version", at, "2012-10-17")
        .add("Statement", at, statements)
        .build();
  }

  /** Returns all policies. */
  static Mapping all() {
    return POLICIES;
  }

  private static Mapping load() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(ManagedPolicies.class.getResourceAsStream(FILE)),
                StandardCharsets.UTF_8))) {
      return FileValue.mapping(FileReaders.read(Path.of(FILE), reader), "the policies");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
