package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.heat.FirstThrottle;
import dev.monotable.design.heat.Headroom;
import dev.monotable.design.heat.HeatReport;
import dev.monotable.design.heat.HeatScenario;
import dev.monotable.design.heat.HeatScenarios;
import dev.monotable.design.heat.HeatSimulation;
import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.heat.HotKey;
import dev.monotable.design.heat.ShardingOption;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.KeyUse;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.AssumedSize;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.load.RequestLoad;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TableSettings;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.partition.HeatModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Findings about partitions that get more traffic than they serve. */
final class HeatFindings {
  static final FindingType THROTTLED = FindingType.of("throttled-traffic");
  static final FindingType PROVISIONED = FindingType.of("provisioned-too-low");
  static final FindingType ROLLING =
      FindingType.of(
          "rolling-partition-key",
          KeyCounts.ENOUGH_USES,
          percent(KeyCounts.MOST),
          KeyCounts.USES_OF_DATE,
          KeyCounts.USES_OF_NUMBER,
          Headroom.AMPLE);

  private static final double MIN_SHARE = 0.01;

  /** A key with so much of the traffic is the one that throttles. */
  private static final double MOST = 0.5;

  /** A date, or a number at the end, of which the next one is larger. */
  private static final Pattern MOVING = Pattern.compile("(19|20)[0-9]{2}-?[01][0-9]|[0-9]$");

  private HeatFindings() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.of(THROTTLED, HeatFindings::throttled),
        FindingRule.of(PROVISIONED, HeatFindings::provisioned),
        FindingRule.of(ROLLING, HeatFindings::rolling));
  }

  // ---- traffic that is throttled ----

  private static List<Finding> throttled(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    if (input.design() == null) {
      return findings;
    }
    WorkloadEstimate estimate = Headroom.estimate(input);
    Run run = Run.of(estimate.workload().curve());
    for (HeatScenario scenario : HeatScenarios.of(estimate, input.keys())) {
      HeatReport report = HeatSimulation.run(scenario, run, HeatModel.DEFAULT);
      FirstThrottle first = report.timeline().firstThrottle();
      if (first != null) {
        findings.add(
            Finding.of(
                    THROTTLED,
                    scenario.name(),
                    statement(report, first),
                    evidence(scenario, report))
                .calculate("{}", advice(scenario, report, first)));
      }
    }
    return findings;
  }

  private static String statement(HeatReport report, FirstThrottle first) {
    boolean writes = report.atStart().writeUnits() > 0 && first.cause().isWrites();
    List<ShardingOption> sharding = report.sharding();
    String spread = "";
    if (sharding.size() > 1 && first.cause().isPartition()) {
      ShardingOption best = sharding.get(sharding.size() - 1);
      double most = writes ? best.writeUnits() : best.readUnits();
      spread = fill(", and with {} suffixes on the key up to {}", best.suffixes(), whole(most));
    }
    return fill(
        "With {} {} units a second, the {} are exceeded for {}; the traffic is served up to {}{}",
        whole(writes ? first.writeUnits() : first.readUnits()),
        writes ? "write" : "read",
        first.cause().limit(),
        first.key(),
        whole(writes ? report.atStart().writeUnits() : report.atStart().readUnits()),
        spread);
  }

  private static String whole(double units) {
    return Numbers.plain(Math.round(units));
  }

  private static String advice(HeatScenario scenario, HeatReport report, FirstThrottle first) {
    List<ShardingOption> sharding = report.sharding();
    boolean writes = first.cause().isWrites();
    double units = writes ? first.writeUnits() : first.readUnits();
    double share = report.hottest().isEmpty() ? 0 : share(report.hottest().get(0), writes);
    if (sharding.size() < 2 && first.cause().isPartition() && share >= MOST) {
      double each =
          writes ? HeatModel.DEFAULT.limits().writeUnits() : HeatModel.DEFAULT.limits().readUnits();
      return fill(
          "Divide {} into {}, and read all of them: one serves {} {} units a second",
          first.key(),
          count((long) Math.ceil(share * units / each), "key"),
          whole(each),
          writes ? "write" : "read");
    }
    if (sharding.size() < 2 || !first.cause().isPartition()) {
      return fill(
          "Warm up {} to {}{} units a second before the traffic rises",
          scenario.name(),
          whole(units),
          writes ? " write" : " read");
    }
    ShardingOption best = sharding.get(sharding.size() - 1);
    return fill(
        "Write {} with the suffixes #0 to #{}, and {}{}{} units a second",
        first.key(),
        best.suffixes() - 1,
        writes ? "query all of them: up to " : "read one of them: up to ",
        whole(writes ? best.writeUnits() : best.readUnits()),
        writes ? " write" : " read");
  }

  private static double share(HotKey key, boolean writes) {
    return writes ? key.writeShare() : key.readShare();
  }

  private static List<Evidence> evidence(HeatScenario scenario, HeatReport report) {
    List<Evidence> evidence = new ArrayList<>();
    for (HotKey key : report.hottest()) {
      double share = Math.max(key.readShare(), key.writeShare());
      if (evidence.size() < 3 && share >= MIN_SHARE) {
        evidence.add(
            new Evidence(
                fill(
                    "{}: {} read and {} write units a second, {} of {}",
                    key.key(),
                    whole(key.readUnits()),
                    whole(key.writeUnits()),
                    percent(share),
                    scenario.name()),
                null));
      }
    }
    return evidence;
  }

  // ---- tables with provisioned throughput ----

  /** The part of provisioned throughput that auto scaling aims at. */
  private static final double TARGET = 0.7;

  /** Finds tables that were created with less throughput than the traffic needs. */
  private static List<Finding> provisioned(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    Design design = input.design();
    boolean sized =
        design != null
            && design.patterns().stream().anyMatch(each -> each.traffic().frequency() != null);
    List<RequestLoad> loads = sized ? Headroom.estimate(input).requests() : List.of();
    for (DesignTable table : input.ledger().tables()) {
      TableSettings.Provisioned units = table.settings().provisioned();
      DesignTable declared = design == null ? null : design.findTable(table.name());
      if (units == null
          || (sized && declared != null && declared.settings().provisioned() != null)) {
        continue; // what is declared is simulated
      }
      for (DesignTarget target : table.partitioned()) {
        double[] needed = sized ? needed(loads, target) : assumed(input, target);
        boolean writes = needed[1] > units.writeUnits();
        if (writes || needed[0] > units.readUnits()) {
          findings.add(tooLow(target, writes, writes ? needed[1] : needed[0], units, sized));
          break;
        }
      }
    }
    return findings;
  }

  /** Returns the read and write units a second that declared traffic consumes. */
  private static double[] needed(List<RequestLoad> loads, DesignTarget target) {
    double[] units = new double[2];
    for (RequestLoad request : loads) {
      for (AccessLoad access : request.accesses()) {
        if (access.table().equals(target.table().name())
            && Objects.equals(access.index(), target.indexName())) {
          double perSecond = request.perSecond().doubleValue();
          units[0] += access.readUnits().doubleValue() * perSecond;
          units[1] += access.writeUnits().doubleValue() * perSecond;
        }
      }
    }
    return units;
  }

  /** Returns the read and write units a second at the assumed size, split as observed. */
  private static double[] assumed(FindingInput input, DesignTarget target) {
    double[] units = new double[2];
    long requests = 0;
    for (LedgerEntry entry : input.ledger().entries()) {
      requests += entry.requests().requests();
      if (entry.shape().table().equals(target.table().name())) {
        ConsumedUnits consumed = entry.unitsOf(target.indexName());
        units[0] += consumed.readUnits();
        units[1] += consumed.writeUnits();
      }
    }
    double each = AssumedSize.REQUESTS / Math.max(1, requests);
    return new double[] {units[0] * each, units[1] * each};
  }

  private static Finding tooLow(
      DesignTarget target,
      boolean writes,
      double needed,
      TableSettings.Provisioned units,
      boolean sized) {
    String kind = writes ? "write" : "read";
    return Finding.of(
            PROVISIONED,
            target.toString(),
            fill(
                "{} needs {} {} units a second{}; {} are provisioned",
                sized ? "The declared traffic" : "The traffic",
                whole(Math.ceil(needed)),
                kind,
                sized ? "" : fill(" at an assumed {} requests", whole(AssumedSize.REQUESTS)),
                Numbers.plain(writes ? units.writeUnits() : units.readUnits())),
            List.of(new Evidence("the description of " + target.table().name(), null)))
        .calculate(
            "Create {} in on-demand mode, or provision {} {} units with auto scaling, of which"
                + " the traffic uses {}",
            target.table().name(),
            whole(Math.ceil(needed / TARGET)),
            kind,
            percent(TARGET));
  }

  // ---- partition keys that are dates ----

  private static List<Finding> rolling(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    Headroom headroom = new Headroom(input);
    for (DesignTable table : input.tables()) {
      table.partitioned().forEach(target -> addRolling(input, target, headroom, findings));
    }
    return findings;
  }

  private static void addRolling(
      FindingInput input, DesignTarget target, Headroom headroom, List<Finding> findings) {
    String attribute = target.key().partition().get(0).name();
    String table = target.table().name();
    Set<KeyTemplate> forms = new LinkedHashSet<>();
    for (ItemShape shape : input.ledger().items()) {
      KeyTemplate form = shape.keys().get(attribute);
      if (shape.table().equals(table) && form != null) {
        forms.add(form);
      }
    }
    String subject = target.toString();
    for (KeyTemplate form : forms) {
      if (input.keys().movesOn(table, target.indexName(), form) && !headroom.isAmple(subject)) {
        List<KeyUse> uses =
            input.keys().find(table, target.indexName(), form).stream()
                .filter(use -> MOVING.matcher(use.value()).find())
                .toList();
        if (!uses.isEmpty()) {
          findings.add(rolling(subject, attribute, uses));
          return;
        }
      }
    }
  }

  private static Finding rolling(String target, String attribute, List<KeyUse> uses) {
    List<KeyUse> last = new ArrayList<>(uses);
    last.sort(Comparator.comparing(KeyUse::value).reversed());
    long writes = uses.stream().mapToLong(KeyUse::writes).sum();
    List<Evidence> evidence = new ArrayList<>();
    for (KeyUse use : last.subList(0, Math.min(3, last.size()))) {
      String written = count(use.writes(), "write");
      evidence.add(new Evidence(attribute + " = " + use.value() + ": " + written, null));
    }
    return Finding.of(
            ROLLING,
            target,
            fill(
                "{} went to {} of {}, at each time to the latest one",
                count(writes, "write"),
                count(uses.size(), "value"),
                attribute),
            evidence)
        .calculate(
            "Write {} = {}#0 to #9, and query all ten: 10,000 write units a second instead of"
                + " 1,000; or make {} the sort key",
            attribute,
            last.get(0).value(),
            attribute);
  }
}
