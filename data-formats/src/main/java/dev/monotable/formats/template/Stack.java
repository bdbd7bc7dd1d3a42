package dev.monotable.formats.template;

import dev.monotable.text.FileValue.Unresolved;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The values that a template gets from its deployment.
 *
 * @param name {@code AWS::StackName}
 * @param region {@code AWS::Region}
 * @param account {@code AWS::AccountId}
 * @param parameters the values of the template's parameters; those with defaults may be missing
 * @param unknown the parameters of a stack in a stack whose values are known only when it is
 *     deployed
 * @param used receives the names of the parameters that a file declares or reads
 */
public record Stack(
    String name,
    String region,
    String account,
    Map<String, String> parameters,
    Map<String, Unresolved> unknown,
    Set<String> used) {
  /** The characters of a generated name. */
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  /** Creates the stack of a file. */
  public Stack(
      String name,
      String region,
      String account,
      Map<String, String> parameters,
      Set<String> used) {
    this(name, region, account, parameters, Map.of(), used);
  }

  /** Returns the same deployment under another name. */
  public Stack named(String newName) {
    return new Stack(newName, region, account, parameters, unknown, used);
  }

  /** Returns a stack that this one contains. */
  Stack nested(String id, Map<String, String> values, Map<String, Unresolved> unknownValues) {
    return new Stack(generatedName(id), region, account, values, unknownValues, new HashSet<>());
  }

  /**
   * Returns the name of a resource without a name as CloudFormation generates it. Its last
   * characters follow from the names of the stack and the resource.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-name.html">Name
   *     type</a>
   */
  String generatedName(String id) {
    return name + '-' + id + '-' + characters(id, LETTERS, 12);
  }

  /** Returns characters that are always the same for a resource of the stack. */
  String characters(String id, String from, int length) {
    long state = 0xcbf29ce484222325L;
    for (byte each : (name + '/' + id).getBytes(StandardCharsets.UTF_8)) {
      state = (state ^ each) * 0x100000001b3L;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      state = state * 0x5851f42d4c957f2dL + 0x14057b7ef767814fL;
      text.append(from.charAt((int) ((state >>> 33) % from.length())));
    }
    return text.toString();
  }

  /** Records that a file declares or reads a parameter. */
  public void use(String parameter) {
    used.add(parameter);
  }

  String arn() {
    return "arn:aws:cloudformation:" + region + ':' + account + ":stack/" + name + "/0";
  }

  String kinesisArn(String stream) {
    return "arn:aws:kinesis:" + region + ':' + account + ":stream/" + stream;
  }

  String tableArn(String table) {
    return "arn:aws:dynamodb:" + region + ':' + account + ":table/" + table;
  }
}
