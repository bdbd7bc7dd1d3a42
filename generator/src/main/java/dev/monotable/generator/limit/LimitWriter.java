package dev.monotable.generator.limit;

import dev.monotable.generator.DocComment;
import dev.monotable.generator.Names;
import dev.monotable.generator.limit.LimitSubject.Limit;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the source of the limits. */
final class LimitWriter {
  private final List<LimitSubject> subjects;

  LimitWriter(List<LimitSubject> subjects) {
    this.subjects = subjects;
  }

  String write() {
    return head() + each(LimitWriter::subject) + builder();
  }

  private String head() {
    return """
    package dev.monotable.engine.limits;

    import java.util.List;
    import java.util.function.UnaryOperator;

    /**
     * Every number that bounds a request, a table or a database, by subject. The defaults are AWS's
     * quotas; a test may lower them to reach a limit with little data.
     *
     * <p>Lengths, ranges and counts of single members are not here: they are constraints of the service
     * model. Generated from {@code limits.txt}.
     *
     * @see <a
     *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html">Quotas
     *     in Amazon DynamoDB</a>
     */
    public final class Limits {
      /** AWS's quotas. */
      public static final Limits AWS = new Limits(new Builder());

      /**
       * Levels of lists and maps in an item. Not configurable: it belongs to the stored form of values.
       * AWS page: ServiceQuotas.html.
       */
      public static final int MAX_LEVELS = dev.monotable.value.ItemWriter.MAX_LEVELS;

      /** The limits, in a builder that is not changed any more. */
      private final Builder limits;

      private Limits(Builder limits) {
        this.limits = limits;
      }

      /** Returns a builder that starts from AWS's quotas. */
      public static Builder builder() {
        return new Builder();
      }

      /** Returns the names of all limits in options, sorted. */
      public static List<String> names() {
        return List.of(
            %s);
      }

    """
        .formatted(
            subjects.stream()
                .flatMap(subject -> subject.limits().stream())
                .map(limit -> Names.literal(limit.option()))
                .sorted()
                .collect(Collectors.joining(",\n        ")));
  }

  private String builder() {
    return """
      private static void require(boolean valid, String rule, long limit) {
        if (!valid) {
          throw new IllegalArgumentException("a limit must " + rule + ": " + limit);
        }
      }

      /** Builds limits that differ from AWS's. Each method changes the limits of one subject. */
      public static final class Builder implements Cloneable {
    %1$s
        private Builder() {
          long heap = Runtime.getRuntime().maxMemory();
    %2$s    }

    %3$s
        /**
         * Sets a limit by its name in options.
         *
         * @return false, without any effect, if no limit has this name
         * @throws IllegalArgumentException if the number is invalid
         */
        public boolean set(String name, long value) {
          switch (name) {
    %4$s        default -> {
              return false;
            }
          }
          return true;
        }

        private static int toInt(long value) {
          if (value != (int) value) {
            throw new IllegalArgumentException("a limit must be at most " + Integer.MAX_VALUE);
          }
          return (int) value;
        }

        public Limits build() {
          try {
            return new Limits((Builder) clone());
          } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
          }
        }
      }
    }
    """
        .formatted(
            each(subject -> "    private %s %s;\n".formatted(type(subject), subject.name())),
            each(
                subject ->
                    "      %s = new %s(%s);\n"
                        .formatted(
                            subject.name(), type(subject), list(subject, ", ", Limit::value))),
            each(LimitWriter::change),
            each(LimitWriter::cases));
  }

  private String each(Function<LimitSubject, String> part) {
    return subjects.stream().map(part).collect(Collectors.joining());
  }

  /** Returns the method and the record of a subject. */
  private static String subject(LimitSubject subject) {
    DocComment comment = comment(2, "The limits of " + subject.about() + ".");
    subject.limits().forEach(limit -> comment.tag("@param " + limit.name(), html(limit.about())));
    return """
    %1$s\
      public %2$s %3$s() {
        return limits.%3$s;
      }

    %4$s\
      public record %2$s(
          %5$s) {
        public %2$s {
    %6$s\
        }
    %7$s\
      }

    """
        .formatted(
            comment(2, "Returns the limits of " + subject.about().split("\\. ", 2)[0] + "."),
            type(subject),
            subject.name(),
            comment,
            list(subject, ",\n      ", limit -> limit.type() + " " + limit.name()),
            list(subject, "", LimitWriter::check),
            list(subject, "", limit -> wither(subject, limit)));
  }

  private static String check(Limit limit) {
    return (limit.mayBeZero()
            ? "      require(%1$s >= 0, \"not be negative\", %1$s);\n"
            : "      require(%1$s > 0, \"be positive\", %1$s);\n")
        .formatted(limit.name());
  }

  private static String wither(LimitSubject subject, Limit limit) {
    return """

        /** Returns the same limits with another {@link #%1$s()}. */
        public %2$s %3$s(%4$s value) {
          return new %2$s(
              %5$s);
        }
    """
        .formatted(
            limit.name(),
            type(subject),
            with(limit),
            limit.type(),
            list(subject, ", ", each -> each == limit ? "value" : each.name()));
  }

  /** Returns the method of the builder that changes the limits of a subject. */
  private static String change(LimitSubject subject) {
    return """
        public Builder %1$s(UnaryOperator<%2$s> change) {
          %1$s = change.apply(%1$s);
          return this;
        }

    """
        .formatted(subject.name(), type(subject));
  }

  /** Returns the cases that set the limits of a subject by their names. */
  private static String cases(LimitSubject subject) {
    return list(
        subject,
        "",
        limit ->
            "        case %1$s -> %2$s = %2$s.%3$s(%4$s);\n"
                .formatted(
                    Names.literal(limit.option()),
                    subject.name(),
                    with(limit),
                    limit.type().equals("int") ? "toInt(value)" : "value"));
  }

  private static String type(LimitSubject subject) {
    return capitalized(subject.name());
  }

  private static String with(Limit limit) {
    return "with" + capitalized(limit.name());
  }

  private static String capitalized(String name) {
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static String list(LimitSubject subject, String separator, Function<Limit, String> part) {
    return subject.limits().stream().map(part).collect(Collectors.joining(separator));
  }

  private static DocComment comment(int indent, String text) {
    return new DocComment(indent).text(html(text));
  }

  private static String html(String text) {
    return text.replaceAll("`([^`]*)`", "<code>$1</code>");
  }
}
