package dev.monotable.access;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policy document in AWS's JSON. Immutable.
 *
 * @param name what reports call it, such as the name of its file
 * @param id its Id; null if it has none
 * @param findings what is probably wrong in it, although it is valid
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html">Grammar
 *     of the IAM JSON policy language</a>
 */
public record Policy(
    String name,
    PolicyKind kind,
    @Nullable String id,
    List<PolicyStatement> statements,
    List<Notice> findings,
    FilePosition at) {
  /** The policy in place of a kept one that cannot be read. */
  private static final String UNREADABLE =
      "{\"Statement\":{\"Sid\":\"PolicyCannotBeRead\",\"Effect\":\"Deny\",\"Principal\":\"*\","
          + "\"NotAction\":\"dynamodb:DeleteResourcePolicy\",\"Resource\":\"*\"}}";

  /** Copies the lists. */
  public Policy {
    statements = List.copyOf(statements);
    findings = List.copyOf(findings);
  }

  /**
   * Reads a policy.
   *
   * @param name what reports and errors call it
   * @param json the document
   * @throws dev.monotable.text.InvalidContentException if it is invalid, with line and column
   */
  public static Policy parse(String name, PolicyKind kind, String json) {
    return PolicyReader.read(name, kind, value(name, json));
  }

  /**
   * Reads the policy of a table or a stream that is kept there, whose size was checked as it was
   * sent. One that cannot be read denies everything except its removal.
   *
   * @param resource the ARN of the table or the stream
   */
  public static Policy kept(String resource, String json) {
    try {
      return PolicyReader.readAny(resource, PolicyKind.RESOURCE, value(resource, json));
    } catch (InvalidContentException e) {
      return parse(resource, PolicyKind.RESOURCE, UNREADABLE);
    }
  }

  private static FileValue value(String name, String json) {
    return FileReaders.read(Path.of(name), json);
  }

  /** Returns a policy that allows everything, as AWS's AdministratorAccess does. */
  public static Policy allowingAll() {
    return AllowingAll.POLICY;
  }

  /** The policy that allows everything; read when it is needed. */
  private static final class AllowingAll {
    static final Policy POLICY =
        parse(
            "AdministratorAccess",
            PolicyKind.IDENTITY,
            "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}]}");
  }
}
