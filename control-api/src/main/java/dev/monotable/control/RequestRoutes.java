package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.content.RequestExplainer;
import dev.monotable.control.model.DesignDescription;
import dev.monotable.control.model.DesignToDeclare;
import dev.monotable.control.model.EntityDescription;
import dev.monotable.control.model.RequestExplanation;
import dev.monotable.control.model.RequestPage;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.render.ReportFile;
import dev.monotable.design.render.ReportFormat;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.text.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The requests to a database, and what they say about its design. */
final class RequestRoutes {
  private static final String DRAFT_NAME = "My design";
  private static final int PAGE = 100;
  private static final int MAX_PAGE = 1_000;

  private final ControlConfig config;

  RequestRoutes(ControlConfig config) {
    this.config = config;
  }

  RequestPage listRequests(Region region, ControlRequest request) {
    long after = request.number("after", 0, 0, Long.MAX_VALUE);
    int count = (int) request.number("count", PAGE, 1, MAX_PAGE);
    return config.controls().of(region).page(region.engine(), filter(request), after, count);
  }

  void clearRequests(Region region) {
    config.controls().of(region).forget();
  }

  Result watchRequests(Region region) {
    return Result.stream(EventStream.TYPE, new EventStream(requests(region)));
  }

  private WatchedRequests requests(Region region) {
    return config.controls().of(region).requests(region.engine());
  }

  RequestExplanation describeRequest(Region region, String given) {
    WatchedRequests requests = requests(region);
    long number = given.matches("[0-9]{1,18}") ? Long.parseLong(given) : 0;
    ObservedRequest found = requests.find(number);
    if (found == null) {
      throw new ControlException(
          Type.UNKNOWN_REQUEST, "No request " + OneLine.quote(given) + " is kept");
    }
    return RequestExplainer.explain(
        region.engine(),
        found,
        RequestEntries.of(found, number),
        requests.requests().requests(),
        config.controls().of(region).declared());
  }

  Result draftDesign(Region region, ControlRequest request) {
    String name = request.parameter("name");
    return Result.text(
        "application/yaml; charset=utf-8",
        DesignWriter.yaml(design(region, name == null ? DRAFT_NAME : name)));
  }

  private Design design(Region region, String name) {
    return config.controls().of(region).design(region.engine(), name);
  }

  DesignDescription declareDesign(Region region, DesignToDeclare wanted) {
    List<String> notices = new ArrayList<>();
    String file = wanted.file() == null ? "design.yaml" : wanted.file();
    Design design = Uploads.design(file, wanted.content(), notices);
    config.controls().declare(region, design, wanted.content().length());
    return description(design, true, notices);
  }

  void removeDesign(Region region) {
    config.controls().of(region).declare(null);
  }

  DesignDescription listEntities(Region region) {
    boolean declared = config.controls().of(region).declared() != null;
    return description(design(region, DRAFT_NAME), declared, null);
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
    return error != null && (wanted.equals("any") || wanted.equals(error.shapeName()));
  }

  Result reportDesign(Region region, ControlRequest request) {
    String wanted = request.parameter("format");
    ReportFormat format = wanted == null ? ReportFormat.TEXT : format(wanted);
    ReportOptions options =
        ReportOptions.standard()
            .withDate(region.clock().instant())
            .withVersion(config.server().version())
            .withAccess(PrincipalRoutes.unused(region));
    String text =
        ReportFile.text(config.controls().of(region).report(region.engine(), options), format);
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
