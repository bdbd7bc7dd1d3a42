package dev.monotable.access.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.access.AccessRequest;
import dev.monotable.access.ContextKeys;
import dev.monotable.access.Policy;
import dev.monotable.access.PolicyEvaluator;
import dev.monotable.access.Principal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The bounds of what grows with principals and requests. */
class AccessBoundsTest {
  private final Principal admin =
      Principal.user("123456789012", "admin", List.of(Policy.allowingAll()));

  @Test
  void thereIsAMaximumNumberOfPrincipals() {
    Principals principals = Principals.create(false);
    for (int i = 0; i < Principals.MAX; i++) {
      principals.put("KEY" + i, admin);
    }
    principals.put("KEY0", admin);
    assertThatThrownBy(() -> principals.put("ANOTHER", admin))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A database has at most 10000 principals");
    assertThat(principals.remove("KEY1")).isTrue();
    principals.put("ANOTHER", admin);
    assertThat(principals.all()).hasSize(Principals.MAX);
  }

  private void use(AccessUsage usage, String resource, String key) {
    usage.count(
        PolicyEvaluator.decide(
            new AccessRequest(
                admin,
                "dynamodb:GetItem",
                "arn:aws:dynamodb:us-east-1:123456789012:table/" + resource,
                ContextKeys.of(Map.of("dynamodb:LeadingKeys", List.of(key)))),
            null));
  }

  @Test
  void thereIsAMaximumNumberOfUses() {
    AccessUsage usage = new AccessUsage();
    for (int i = 0; i < AccessUsage.MAX + 10; i++) {
      use(usage, "T" + i, "a");
    }
    assertThat(usage.uses(admin)).hasSize(AccessUsage.MAX);
  }

  @Test
  void aUseWithManyFormsOfKeysHasAnyKeys() {
    AccessUsage usage = new AccessUsage();
    for (int i = 0; i < AccessUsage.MAX_SHAPES; i++) {
      use(usage, "T", "KIND" + i + "#1");
    }
    assertThat(usage.draft(admin).json()).contains("\"KIND7#*\"");
    use(usage, "T", "OTHER#1");
    assertThat(usage.draft(admin).json()).doesNotContain("KIND").doesNotContain("Condition");
  }
}
