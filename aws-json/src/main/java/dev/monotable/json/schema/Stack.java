package dev.monotable.json.schema;

import java.util.Map;

/**
 * The values that a template gets from its deployment.
 *
 * @param name {@code AWS::StackName}
 * @param region {@code AWS::Region}
 * @param account {@code AWS::AccountId}
 * @param parameters the values of the template's parameters; those with defaults may be missing
 */
record Stack(String name, String region, String account, Map<String, String> parameters) {
  String arn() {
    return "arn:aws:cloudformation:" + region + ':' + account + ":stack/" + name + "/0";
  }

  String tableArn(String table) {
    return "arn:aws:dynamodb:" + region + ':' + account + ":table/" + table;
  }
}
