package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A database that cases run against. */
public interface Subject extends AutoCloseable {
  /** The Region of a database, which a request reaches unless it names another one. */
  String HOME = "us-east-1";

  Answer send(String region, String operation, String body);

  /** Advances the clock, if this database has its own. */
  void advance(Duration time);

  /** Runs a step, which must succeed. Returns the response, or null for an advance of the clock. */
  default @Nullable JsonNode step(Step step, Kept kept) {
    Duration time = step.time();
    if (time != null) {
      advance(time);
      return null;
    }
    Answer answer = send(step.region(), step.operation(), kept.inJson(step.request().toString()));
    if (answer.status() != 200) {
      throw new AssertionError(step.operation() + " failed: " + answer.body());
    }
    kept.keep(step.keep(), answer.body());
    return answer.body();
  }

  @Override
  void close();
}
