package dev.monotable.formats.template;

import java.util.Map;
import java.util.Set;

/**
 * The values that a template gets from its deployment.
 *
 * @param name {@code AWS::StackName}
 * @param region {@code AWS::Region}
 * @param account {@code AWS::AccountId}
 * @param parameters the values of the template's parameters; those with defaults may be missing
 * @param used receives the names of the parameters that a file declares or reads
 */
public record Stack(
    String name, String region, String account, Map<String, String> parameters, Set<String> used) {

  /** Returns the same deployment under another name. */
  public Stack named(String newName) {
    return new Stack(newName, region, account, parameters, used);
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
