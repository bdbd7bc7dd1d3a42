package dev.monotable.control;

import dev.monotable.json.HttpService.Pace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the control API: the document and the requests both follow it. {@link Builder}
 * describes what it has.
 */
final class ControlRoute {
  private final Builder built;
  private final Handler handler;
  private final List<String> segments;

  private ControlRoute(Builder built, Handler handler) {
    this.built = built;
    this.handler = handler;
    this.segments = segments(built.path);
  }

  /** Returns the method, such as {@code GET}. */
  String method() {
    return built.method;
  }

  /** Returns the path below that of the API, such as {@code /databases/{id}}. */
  String path() {
    return built.path;
  }

  /** Returns the name in the document, such as {@code createDatabase}. */
  String name() {
    return built.name;
  }

  /** Returns what it does, in a sentence. */
  String summary() {
    return built.summary;
  }

  /** Returns how long it may take. */
  Pace pace() {
    return built.pace;
  }

  /** Returns the parameters of its query. */
  List<Parameter> query() {
    return built.query;
  }

  /** Returns the record of its body; null if it has none. */
  @Nullable Class<? extends Record> request() {
    return built.request;
  }

  /** Returns the status of its success. */
  int status() {
    return built.status;
  }

  /** Returns the record of its response; null if it has none. */
  @Nullable Class<? extends Record> response() {
    return built.response;
  }

  /** Returns another status of success with the same record; 0 if there is none. */
  int otherStatus() {
    return built.otherStatus;
  }

  /** Returns the content types of a response without a record; none if it has no body. */
  List<String> responseTypes() {
    return built.responseTypes;
  }

  /** Returns whether it needs no token. */
  boolean open() {
    return built.open;
  }

  /** Returns what answers requests. */
  Handler handler() {
    return handler;
  }

  /** Answers requests. */
  @FunctionalInterface
  interface Handler {
    Result handle(ControlRequest request);
  }

  /**
   * A parameter of a query.
   *
   * @param type its type in JSON Schema
   */
  record Parameter(String name, String type, String description, boolean required) {}

  /**
   * Returns the parts of a path that stand for variables.
   *
   * @param given the path, divided at its slashes
   * @return null if the path is another one
   */
  @Nullable Map<String, String> match(List<String> given) {
    if (segments.size() != given.size()) {
      return null;
    }
    Map<String, String> variables = new LinkedHashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String part = segments.get(i);
      if (part.startsWith("{")) {
        variables.put(part.substring(1, part.length() - 1), given.get(i));
      } else if (!part.equals(given.get(i))) {
        return null;
      }
    }
    return variables;
  }

  /** Divides a path at its slashes. */
  static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      if (!part.isEmpty()) {
        segments.add(part);
      }
    }
    return segments;
  }

  /** Starts a route. */
  static Builder of(String method, String path, String name, String summary) {
    return new Builder(method, path, name, summary);
  }

  /** Builds a route. */
  static final class Builder {
    private final String method;
    private final String path;
    private final String name;
    private final String summary;
    private final List<Parameter> query = new ArrayList<>();
    private Pace pace = Pace.SHORT;
    private @Nullable Class<? extends Record> request;
    private int status = 204;
    private @Nullable Class<? extends Record> response;
    private int otherStatus;
    private List<String> responseTypes = List.of();
    private boolean open;

    private Builder(String method, String path, String name, String summary) {
      this.method = method;
      this.path = path;
      this.name = name;
      this.summary = summary;
    }

    /** Sets how long a request may take. */
    Builder pace(Pace value) {
      pace = value;
      return this;
    }

    /** Adds a parameter of the query. */
    Builder query(String parameter, String type, String description) {
      query.add(new Parameter(parameter, type, description, false));
      return this;
    }

    /** Adds a parameter of the query that a request must have. */
    Builder requiredQuery(String parameter, String type, String description) {
      query.add(new Parameter(parameter, type, description, true));
      return this;
    }

    /** Sets the record of the body. */
    Builder body(Class<? extends Record> type) {
      request = type;
      return this;
    }

    /** Sets the record of the response. */
    Builder returns(int code, Class<? extends Record> type) {
      status = code;
      response = type;
      return this;
    }

    /** Adds another status of success with the same record. */
    Builder orStatus(int code) {
      otherStatus = code;
      return this;
    }

    /** Sets the content types of a response that has no record. */
    Builder returns(String... types) {
      status = 200;
      responseTypes = List.of(types);
      return this;
    }

    /** Lets requests need no token. */
    Builder open() {
      open = true;
      return this;
    }

    /** Returns the route, which the builder must not change any more. */
    ControlRoute by(Handler handler) {
      return new ControlRoute(this, handler);
    }
  }
}
