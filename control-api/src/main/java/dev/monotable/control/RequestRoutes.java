package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.content.RequestExplainer;
import dev.monotable.control.model.DesignModel.DesignDescription;
import dev.monotable.control.model.DesignModel.DesignToDeclare;
import dev.monotable.control.model.DesignModel.EntityDescription;
import dev.monotable.control.model.ExplanationModel.RequestExplanation;
import dev.monotable.control.model.RequestModel.RequestPage;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.render.ReportFile;
import dev.monotable.design.render.ReportFormat;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.Database;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.json.HttpService.Pace;
import dev.monotable.text.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What was asked of a database, and what that says about its design. */
final class RequestRoutes {
  private static final String DRAFT_NAME = "My design";
  private static final int PAGE = 100;
  private static final int MAX_PAGE = 1_000;

  private final ControlConfig config;

  RequestRoutes(ControlConfig config) {
    this.config = config;
  }

  List<ControlRoute> routes() {
    List<ControlRoute> all = new ArrayList<>(ofRequests());
    all.addAll(ofDesigns());
    return all;
  }

  private List<ControlRoute> ofRequests() {
    String path = "/databases/{id}/requests";
    return List.of(
        ControlRoute.of(
                "GET",
                path,
                "listRequests",
                "Returns the last requests. They are kept from the first call on, or from the"
                    + " start with --requests.")
            .pace(Pace.LONG)
            .query("operation", "string", "Only requests of this operation.")
            .query("table", "string", "Only requests that name this table.")
            .query("index", "string", "Only requests that read this index.")
            .query(
                "error", "string", "Only requests with this error type; `any` for all that failed.")
            .query("after", "integer", "The number of the last request that is known.")
            .query("count", "integer", "The maximum number of requests; 100 by default.")
            .returns(200, RequestPage.class)
            .by(this::list),
        ControlRoute.of("DELETE", path, "clearRequests", "Forgets the requests so far.")
            .by(
                request -> {
                  config.controls().of(Routes.database(config, request)).forget();
                  return Result.none();
                }),
        ControlRoute.of(
                "GET",
                "/databases/{id}/events",
                "watchRequests",
                "Sends each request as a server-sent event as it ends.")
            .returns(EventStream.TYPE)
            .by(
                request ->
                    Result.stream(
                        EventStream.TYPE,
                        new EventStream(requests(Routes.database(config, request))))),
        ControlRoute.of(
                "GET",
                path + "/{number}",
                "describeRequest",
                "Returns a request that is kept with its plan, what would have been enough, and the"
                    + " findings about its kind.")
            .pace(Pace.WAITING)
            .returns(200, RequestExplanation.class)
            .by(this::explain));
  }

  private List<ControlRoute> ofDesigns() {
    return List.of(
        ControlRoute.of(
                "GET",
                "/databases/{id}/design",
                "draftDesign",
                "Returns a design file: that of the declared design, or a draft by the requests"
                    + " that are kept.")
            .pace(Pace.WAITING)
            .query("name", "string", "The name of a draft.")
            .returns("application/yaml")
            .by(this::draft),
        ControlRoute.of(
                "PUT",
                "/databases/{id}/design",
                "declareDesign",
                "Declares the design of the database, which its report is about from then on.")
            .pace(Pace.WAITING)
            .body(DesignToDeclare.class)
            .returns(200, DesignDescription.class)
            .by(this::declare),
        ControlRoute.of(
                "DELETE",
                "/databases/{id}/design",
                "removeDesign",
                "Forgets the declared design, if there is one.")
            .by(
                request -> {
                  config.controls().of(Routes.database(config, request)).declare(null);
                  return Result.none();
                }),
        ControlRoute.of(
                "GET",
                "/databases/{id}/entities",
                "listEntities",
                "Returns the entities of the declared design, or of a draft by the requests that"
                    + " are kept.")
            .pace(Pace.WAITING)
            .returns(200, DesignDescription.class)
            .by(
                request -> {
                  DatabaseControl control = config.controls().of(Routes.database(config, request));
                  return Result.json(
                      200,
                      description(design(request, DRAFT_NAME), control.declared() != null, null));
                }),
        ControlRoute.of(
                "GET",
                "/databases/{id}/report",
                "reportDesign",
                "Returns the report of the design lab on the requests that are kept.")
            .pace(Pace.WAITING)
            .query("format", "string", "`text`, `json`, `markdown` or `html`; `text` by default.")
            .returns("text/plain", Result.JSON, "text/markdown", "text/html")
            .by(this::report));
  }

  private Result list(ControlRequest request) {
    Database database = Routes.database(config, request);
    long after = request.number("after", 0, 0, Long.MAX_VALUE);
    int count = (int) request.number("count", PAGE, 1, MAX_PAGE);
    return Result.json(
        200, config.controls().of(database).page(database.engine(), filter(request), after, count));
  }

  private WatchedRequests requests(Database database) {
    return config.controls().of(database).requests(database.engine());
  }

  private Result explain(ControlRequest request) {
    Database database = Routes.database(config, request);
    WatchedRequests requests = requests(database);
    String given = request.variable("number");
    long number = given.matches("[0-9]{1,18}") ? Long.parseLong(given) : 0;
    ObservedRequest found = requests.find(number);
    if (found == null) {
      throw new ControlException(
          Type.UNKNOWN_REQUEST, "No request " + OneLine.quote(given) + " is kept");
    }
    return Result.json(
        200,
        RequestExplainer.explain(
            database.engine(),
            found,
            RequestEntries.of(found, number),
            requests.requests().requests(),
            config.controls().of(database).declared()));
  }

  private Result draft(ControlRequest request) {
    String name = request.parameter("name");
    return Result.text(
        "application/yaml; charset=utf-8",
        DesignWriter.yaml(design(request, name == null ? DRAFT_NAME : name)));
  }

  private Design design(ControlRequest request, String name) {
    Database database = Routes.database(config, request);
    return config.controls().of(database).design(database.engine(), name);
  }

  private Result declare(ControlRequest request) {
    Database database = Routes.database(config, request);
    DesignToDeclare wanted = request.body(DesignToDeclare.class);
    List<String> notices = new ArrayList<>();
    String file = wanted.file() == null ? "design.yaml" : wanted.file();
    Design design = Uploads.design(file, wanted.content(), notices);
    config.controls().declare(database, design, wanted.content().length());
    return Result.json(200, description(design, true, notices));
  }

  private static DesignDescription description(
      Design design, boolean declared, @Nullable List<String> notices) {
    List<EntityDescription> entities = new ArrayList<>();
    for (DesignTable table : design.tables()) {
      for (Entity entity : table.entities()) {
        Map<String, String> keys = new LinkedHashMap<>();
        entity.keys().forEach((name, template) -> keys.put(name, template.text()));
        Map<String, String> constants = new LinkedHashMap<>();
        entity
            .attributes()
            .forEach(
                (name, spec) -> {
                  String constant = spec.constant();
                  if (constant != null) {
                    constants.put(name, constant);
                  }
                });
        entities.add(
            new EntityDescription(
                table.name(), entity.name(), entity.description(), keys, constants));
      }
    }
    List<String> patterns = design.patterns().stream().map(DeclaredPattern::name).toList();
    return new DesignDescription(declared, design.name(), entities, patterns, notices);
  }

  private static Predicate<ObservedRequest> filter(ControlRequest request) {
    String operation = request.parameter("operation");
    String table = request.parameter("table");
    String index = request.parameter("index");
    String error = request.parameter("error");
    return each ->
        (operation == null || operation.equals(each.operation().name()))
            && (table == null || each.tables().contains(table))
            && (index == null || index.equals(each.index()))
            && (error == null || failed(each, error));
  }

  private static boolean failed(ObservedRequest request, String wanted) {
    @Nullable DynamoException error = request.error();
    return error != null && (wanted.equals("any") || wanted.equals(error.code().shapeName()));
  }

  private Result report(ControlRequest request) {
    Database database = Routes.database(config, request);
    String wanted = request.parameter("format");
    ReportFormat format = wanted == null ? ReportFormat.TEXT : format(wanted);
    ReportOptions options =
        ReportOptions.standard()
            .withDate(database.clock().instant())
            .withVersion(config.server().version())
            .withAccess(PrincipalRoutes.unused(database));
    String text =
        ReportFile.text(config.controls().of(database).report(database.engine(), options), format);
    return Result.text(
        switch (format) {
          case TEXT -> "text/plain; charset=utf-8";
          case JSON -> Result.JSON;
          case MARKDOWN -> "text/markdown; charset=utf-8";
          case HTML -> "text/html; charset=utf-8";
        },
        text);
  }

  private static ReportFormat format(String name) {
    for (ReportFormat each : ReportFormat.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
        return each;
      }
    }
    throw ControlException.invalid("'format' must be text, json, markdown or html");
  }
}
