package dev.monotable.generator.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CapabilitiesTest {
  private static final String TABLE =
      """
      section ClockRoutes() time

      capability clock
        handle clock, clock.now
        route PATCH /databases/{id}/clock changeClock Change long -> 201|200 Change: Changes the clock: sets
            it, or advances it.
          query dry boolean?: Whether nothing changes.
        no command: a reason
        no clients: a reason

      record Change: A change.
        to Instant?: The time.
        states List<State>: The states.
          handle clock.states

      enum State: The states.
        on
        farOff

      variable id: The ID.
      """;

  private static Capabilities table(String text) {
    return Capabilities.parse(text.lines().toList());
  }

  @Test
  void aRouteHasItsPartsInOneLine() {
    DeclaredRoute route = table(TABLE).route("changeClock");

    assertThat(route.summary()).isEqualTo("Changes the clock: sets it, or advances it.");
    assertThat(route.body()).isEqualTo("Change");
    assertThat(route.flags()).isEqualTo(Set.of("long"));
    assertThat(route.statuses()).isEqualTo(List.of(201, 200));
    assertThat(route.response()).isEqualTo("Change");
    assertThat(route.query()).extracting("name").isEqualTo(List.of("dry"));
    assertThat(route.variables()).isEqualTo(List.of("id"));
  }

  @Test
  void handlesAreThoseOfCapabilitiesAndMembers() {
    assertThat(table(TABLE).handles()).isEqualTo(List.of("clock", "clock.now", "clock.states"));
  }

  @Test
  void aDoorThatIsMissingNeedsAReason() {
    assertInvalid("  no command: a reason\n", "", "either has a command, or a reason why not");
    assertInvalid("no command", "no handle", "either has a");
  }

  @Test
  void whatIsNamedMustExist() {
    assertInvalid("-> 201|200 Change", "-> Chance", "changeClock has an unknown record: Chance");
    assertInvalid("to Instant?", "to Instance?", "Change has an unknown type: Instance");
    assertInvalid("variable id", "variable it", "changeClock has an unknown variable: id");
    assertInvalid("Change long", "Change lang", "'lang' is neither a record nor a flag");
  }

  @Test
  void aValueMakesAnObjectOfMembers() {
    String maker =
        "enum State makes a.Thing by Helper: The states.\n"
            + "  on Slow to states=1 part(clock|count) limit? a.Unit.ONE 1 true: It is slow.\n";
    Capabilities table = table(TABLE.replace("enum State: The states.\n  on\n", maker));
    Capabilities.Value value = table.enums().get("State").values().get("on");

    assertThat(table.enums().get("State").made()).isEqualTo(List.of("a.Thing", "Helper"));
    assertThat(value.members()).isEqualTo(List.of("to", "states", "clock", "count", "limit"));
    assertThat(value.required()).isEqualTo(List.of("to"));
    assertThat(value.text()).isEqualTo("It is slow.");
  }

  @Test
  void aLineIsIndentedByTwoColumns() {
    assertInvalid("  handle clock", "   handle clock", "line 4 is indented wrongly");
  }

  private static void assertInvalid(String text, String other, String message) {
    assertThat(TABLE).contains(text);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table(TABLE.replace(text, other)))
        .withMessageContaining(message);
  }
}
