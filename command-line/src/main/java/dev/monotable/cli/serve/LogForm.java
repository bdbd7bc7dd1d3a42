package dev.monotable.cli.serve;

import org.jspecify.annotations.Nullable;

/** The form in which {@code --log} prints a request. */
enum LogForm {
  /** A line for people. */
  REQUESTS("requests"),
  /** A JSON object on a line. */
  JSON("json");

  private final String label;

  LogForm(String label) {
    this.label = label;
  }

  /** Returns the form with a label, or null. */
  static @Nullable LogForm find(String label) {
    for (LogForm form : values()) {
      if (form.label.equals(label)) {
        return form;
      }
    }
    return null;
  }
}
