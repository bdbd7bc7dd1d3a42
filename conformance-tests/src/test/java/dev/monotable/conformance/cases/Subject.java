package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A database that cases are put to, however it is reached. */
interface Subject extends AutoCloseable {
  Answer send(String operation, String body);

  /** Lets time pass, where this has a time of its own. */
  void advance(Duration time);

  /** Does a step, which has to succeed; what is answered, null to the passing of time. */
  default @Nullable JsonNode step(Step step, Kept kept) {
    Duration time = step.time();
    if (time != null) {
      advance(time);
      return null;
    }
    Answer answer = send(step.operation(), kept.inJson(step.request().toString()));
    if (answer.status() != 200) {
      throw new AssertionError(step.operation() + " failed: " + answer.body());
    }
    kept.keep(step.keep(), answer.body());
    return answer.body();
  }

  @Override
  void close();
}
