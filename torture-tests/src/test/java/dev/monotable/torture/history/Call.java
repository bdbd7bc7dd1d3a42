package dev.monotable.torture.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Reply;
import java.util.ArrayList;
import java.util.List;

/**
 * A request, what it does, and how its response is read.
 *
 * @param actions one, or several for a batch: each takes effect at an instant of its own
 */
record Call(List<Action> actions, String operation, ObjectNode request, Decoder decoder) {

  /** Reads a response. */
  interface Decoder {
    /**
     * Returns the outcome of each action.
     *
     * @throws AssertionError if no action of this kind is answered so
     */
    List<Outcome> outcomes(Reply reply);
  }

  Call {
    actions = List.copyOf(actions);
  }

  /** Returns the operations of this call in the history. */
  List<Operation> answered(int client, long invoked, long returned, Reply reply) {
    List<Outcome> outcomes;
    try {
      outcomes = decoder.outcomes(reply);
    } catch (RuntimeException e) {
      throw unexpected(reply);
    }
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      operations.add(new Operation(client, actions.get(i), invoked, returned, outcomes.get(i)));
    }
    return operations;
  }

  /** Returns the operations of this call in the history if its response was not received. */
  List<Operation> unanswered(int client, long invoked) {
    return actions.stream().map(action -> Operation.unknown(client, action, invoked)).toList();
  }

  private AssertionError unexpected(Reply reply) {
    return new AssertionError(operation + " " + request + " answered " + reply);
  }

  /** Returns the output of an operation that must succeed. */
  static JsonNode output(Reply reply) {
    if (reply.status() != 200) {
      throw new IllegalStateException(reply.toString());
    }
    return reply.json();
  }
}
