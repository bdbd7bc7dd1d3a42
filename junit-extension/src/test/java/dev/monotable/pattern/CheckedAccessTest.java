package dev.monotable.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.access.Policy;
import dev.monotable.access.PolicyKind;
import dev.monotable.access.Principal;
import dev.monotable.access.request.AccessControl;
import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.design.bound.Bound;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Database;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CheckedAccessTest {
  private final CheckedAccess access = new CheckedAccess();

  /** Returns what a principal has used that has used nothing. */
  private static PrincipalUsage unused(String name, String statement) {
    String json = "{\"Version\": \"2012-10-17\", \"Statement\": [\n" + statement + "]}";
    return unused(name, Policy.parse("policy", PolicyKind.IDENTITY, json));
  }

  private static PrincipalUsage unused(String name, Policy policy) {
    try (Database database = Database.create(EngineConfig.DEFAULT)) {
      AccessControl control = AccessControl.of(database.home());
      control.principals().put("KEY", Principal.user("000000000000", name, List.of(policy)));
      return Objects.requireNonNull(control.find("KEY"));
    }
  }

  private static String allowing(String actions) {
    return "{\"Effect\": \"Allow\", \"Action\": [" + actions + "], \"Resource\": \"*\"}";
  }

  @Test
  void policiesAtTheSamePlaceAreDifferent() {
    String scan = allowing("\"dynamodb:Scan\"");
    String query = allowing("\"dynamodb:Query\", \"dynamodb:Scan\"");
    access.add(unused("a", scan));
    access.add(unused("a", query));
    access.add(unused("a", scan));

    assertThat(access.rows())
        .containsExactly(
            new UnusedAccess(
                "arn:aws:iam::000000000000:user/a",
                "statement 1 at policy:2:1",
                List.of("dynamodb:Query", "dynamodb:Scan")),
            new UnusedAccess(
                "arn:aws:iam::000000000000:user/a",
                "statement 1 at policy:2:1",
                List.of("dynamodb:Scan")));
    assertThat(access.omissions()).isEmpty();
  }

  @Test
  void whoMayDoEverythingIsLeftOut() {
    access.add(unused("a", Policy.allowingAll()));

    assertThat(access.rows()).isNull();
  }

  @Test
  void statementsAreBounded() {
    PrincipalUsage last = unused("last", allowing("\"dynamodb:Scan\""));
    for (int i = 0; i < Bound.STATEMENTS.most(); i++) {
      access.add(unused("a" + i, allowing("\"dynamodb:Scan\"")));
    }
    access.add(last);
    access.add(last);

    assertThat(access.rows()).hasSize(Bound.STATEMENTS.most());
    assertThat(access.omissions())
        .containsExactly(
            "At most 1,000 statements of policies are compared; left out: 2 uses of others.");
  }
}
