package dev.monotable.control;

import dev.monotable.control.ControlFixture.Answer;
import dev.monotable.testing.RawConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A request whose path need not be valid. */
record RawRequest(String method, String path, String body) {
  Answer send(URI endpoint) throws IOException {
    String text = body == null ? "" : body;
    try (RawConnection connection = RawConnection.open(endpoint)) {
      RawConnection.Answer answer =
          connection
              .send(
                  method
                      + " "
                      + ControlApi.PATH
                      + path
                      + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                      + text.getBytes(StandardCharsets.UTF_8).length
                      + "\r\n\r\n"
                      + text)
              .read();
      return new Answer(answer.status(), answer.text());
    }
  }
}
