package dev.monotable.engine.operation.policy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.PolicyFault;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits;
import dev.monotable.schema.OperationTraits.ResourceType;
import dev.monotable.schema.OperationTraits.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The actions that policies of tables and of streams may name. */
final class PolicyActions {
  private static final String SERVICE = "dynamodb:";

  private PolicyActions() {}

  /**
   * Checks the actions of a statement (DDB-TABLE-211).
   *
   * @throws FaultException if the resource does not have one of them
   */
  static void require(List<String> actions, boolean ofStream) {
    List<String> invalid = new ArrayList<>();
    Set<String> valid = null;
    for (String action : actions) {
      if (action.equals("*")) {
        continue;
      }
      if (valid == null) {
        valid = valid(ofStream);
      }
      if (valid.stream().noneMatch(name -> matches(action, name))) {
        invalid.add('"' + action + '"');
      }
    }
    if (!invalid.isEmpty()) {
      throw new FaultException(PolicyFault.Plain.INVALID_ACTIONS.with(String.join(", ", invalid)));
    }
  }

  private static Set<String> valid(boolean ofStream) {
    Set<String> names = new TreeSet<>();
    for (OperationSchema<?, ?> operation : Operations.all()) {
      OperationTraits traits = operation.traits();
      boolean onStream = traits.names(ResourceType.STREAM);
      boolean onTable =
          traits.names(ResourceType.TABLE)
              && traits.subject() != Subject.STREAM
              && traits.subject() != Subject.RECORD;
      if (ofStream ? onStream : onTable) {
        names.addAll(traits.actions());
      }
    }
    return names;
  }

  /** Returns whether one of the actions of a statement is, or contains, an action. */
  static boolean matches(List<String> actions, String name) {
    return actions.stream().anyMatch(action -> matches(action, name));
  }

  /**
   * Returns whether an action of a policy, with wildcards and in any case, contains an action. Its
   * service has no wildcards.
   *
   * @param name without the service
   */
  private static boolean matches(String action, String name) {
    return action.equals("*")
        || (action.regionMatches(true, 0, SERVICE, 0, SERVICE.length())
            && isMatch(
                action.substring(SERVICE.length()).toLowerCase(Locale.ROOT),
                name.toLowerCase(Locale.ROOT)));
  }

  private static boolean isMatch(String pattern, String text) {
    int i = 0;
    int j = 0;
    int star = -1;
    int resume = 0;
    while (j < text.length()) {
      if (i < pattern.length() && pattern.charAt(i) == '*') {
        star = i++;
        resume = j;
      } else if (i < pattern.length()
          && (pattern.charAt(i) == '?' || pattern.charAt(i) == text.charAt(j))) {
        i++;
        j++;
      } else if (star >= 0) {
        i = star + 1;
        j = ++resume;
      } else {
        return false;
      }
    }
    while (i < pattern.length() && pattern.charAt(i) == '*') {
      i++;
    }
    return i == pattern.length();
  }
}
