package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlAccessTest extends ControlFixture {
  @Override
  ControlAccess access() {
    return ControlAccess.remote("secret");
  }

  @Test
  void eachRequestNeedsTheToken() throws Exception {
    Map<String, String> token = Map.of("x-monotable-token", "secret");
    assertThat(get("/databases"))
        .isEqualTo(
            new Answer(
                401,
                error(
                    "TokenRequired",
                    "The header x-monotable-token is needed; the server prints its token when it"
                        + " starts, or takes it from MONOTABLE_CONTROL_TOKEN")));
    assertThat(post("/databases/default/reset", null).status()).isEqualTo(401);
    assertThat(send("POST", ":/moto-api/reset", null, Map.of()).status()).isEqualTo(401);
    assertThat(send("GET", "/databases", null, token).status()).isEqualTo(200);
    assertThat(get("/ready").status()).isEqualTo(200);
    assertThat(get("/openapi.json").status()).isEqualTo(200);
  }

  @Test
  void nobodyMayUseAServerThatWasNotStartedForIt() {
    ControlAccess closed = ControlAccess.closed();
    assertThatThrownBy(() -> closed.check(null))
        .isInstanceOf(ControlException.class)
        .hasMessage(
            "Other machines can reach this server, so the control API needs --control and a"
                + " token");
  }
}
