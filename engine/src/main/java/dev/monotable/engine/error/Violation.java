package dev.monotable.engine.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member that violates a constraint of the service's model.
 *
 * @param form how AWS reports it
 * @param path the member as messages name it, such as {@code keySchema.1.member.keyType}
 * @param wirePath the member as requests name it, such as {@code TableName}
 * @param value the value as AWS prints it, or null if there is none
 */
public record Violation(
    Form form, String path, String wirePath, @Nullable String value, Demand demand) {
  /** How AWS reports a violation. */
  public enum Form {
    /** With value and path, and together with other violations. */
    VALUE,
    /** By its wire name and without the value; nothing else is reported. */
    NAMED,
    /** By the constraint alone, among other violations. */
    BARE,
    /** By the constraint alone, and without a count before it; nothing else is reported. */
    BARE_ALONE,
    /** By a sentence of its own; nothing else is reported. */
    SENTENCE,
    /** By a sentence of its own, among other violations. */
    STATED,
    /** By an AccessDeniedException; nothing else is reported. */
    DENIED
  }

  /** Whether it is reported and nothing else. */
  public boolean isDecisive() {
    return switch (form) {
      case VALUE, BARE, STATED -> false;
      case NAMED, BARE_ALONE, SENTENCE, DENIED -> true;
    };
  }

  /** Whether {@code N validation errors detected:} stands before it. */
  boolean isCounted() {
    return switch (form) {
      case VALUE, BARE, NAMED, STATED -> true;
      case BARE_ALONE, SENTENCE, DENIED -> false;
    };
  }

  /** What a constraint demands of a member. */
  public sealed interface Demand {
    /** How the wording says it. */
    String text(ConstraintFault.ConstraintWording wording);
  }

  /** Demands without data. */
  public enum PlainDemand implements Demand {
    NOT_NULL,
    /** The ARN of a table has this form. */
    TABLE_ARN_FORMAT,
    /** The ARN of a table is of this account. */
    SAME_ACCOUNT;

    @Override
    public String text(ConstraintFault.ConstraintWording wording) {
      return wording.demand(this);
    }
  }

  /** A least or greatest length or value. */
  public record Bound(Kind kind, long limit) implements Demand {
    /** What is bounded, and to which side. */
    public enum Kind {
      MIN_LENGTH,
      MAX_LENGTH,
      MIN_VALUE,
      MAX_VALUE
    }

    @Override
    public String text(ConstraintFault.ConstraintWording wording) {
      return wording.demand(this);
    }
  }

  /** A pattern that a text must match. */
  public record Match(String pattern) implements Demand {
    @Override
    public String text(ConstraintFault.ConstraintWording wording) {
      return wording.demand(this);
    }
  }

  /** The values of an enum. */
  public record OneOf(List<String> values) implements Demand {
    public OneOf {
      values = List.copyOf(values);
    }

    @Override
    public String text(ConstraintFault.ConstraintWording wording) {
      return wording.demand(this);
    }
  }

  /** Demands on every element of a list, or on every key or value of a map. */
  public record Each(Part part, List<Demand> demands) implements Demand {
    public Each {
      demands = List.copyOf(demands);
    }

    /** The parts of a list or a map. */
    public enum Part {
      ELEMENT,
      KEY,
      VALUE
    }

    @Override
    public String text(ConstraintFault.ConstraintWording wording) {
      return wording.demand(this);
    }
  }

  /**
   * A parameter that is looked for before anything else.
   *
   * @param operation null where the sentence does not name it
   */
  public record Presence(String parameter, @Nullable String operation) implements Demand {
    @Override
    public String text(ConstraintFault.ConstraintWording wording) {
      return wording.demand(this);
    }
  }

  /** What the ARN of a table must be of. */
  public record ArnPart(Component component, String arn) implements Demand {
    /** The part of the ARN that is of something else. */
    public enum Component {
      PARTITION,
      REGION,
      RESOURCE_TYPE
    }

    @Override
    public String text(ConstraintFault.ConstraintWording wording) {
      return wording.demand(this);
    }
  }
}
