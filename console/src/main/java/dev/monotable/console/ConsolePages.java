package dev.monotable.console;

import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.HttpService;
import dev.monotable.json.StaticFiles;
import java.util.Map;

/**
 * The files of the console, {@code /_monotable/}. They contain no data and need no token: the pages
 * ask the control API and DynamoDB's API of the same server for everything that they show, and for
 * the token where those need one. Thread-safe.
 */
public final class ConsolePages implements HttpService {
  /** The path of the console. That of the control API is longer, and has precedence. */
  public static final String PATH = "/_monotable";

  private static final String SETTINGS = PATH + "/settings.json";

  /**
   * The pages load and ask their own server only, and run no script but its files. A page in which
   * nothing is markup needs no policy of trusted types.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy", POLICY,
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Referrer-Policy", "no-referrer");

  private final HttpService files =
      new StaticFiles(ConsolePages.class, "dev/monotable/console/pages", PATH, HEADERS);

  private final HttpAnswer settings;
  private final Runnable opened;

  /**
   * Creates the service.
   *
   * @param readOnly whether the pages offer nothing that changes a database. Other clients can
   *     still change it
   * @param needsToken whether DynamoDB's API allows the pages everything only with the token
   * @param opened is run whenever a browser opens the pages
   */
  public ConsolePages(boolean readOnly, boolean needsToken, Runnable opened) {
    this.opened = opened;
    this.settings =
        HttpAnswer.of(
                200,
                "application/json",
                "{\"readOnly\":" + readOnly + ",\"needsToken\":" + needsToken + "}")
            .withHeader("Cache-Control", "no-store")
            .withHeader("X-Content-Type-Options", "nosniff");
  }

  @Override
  public int maxBodyBytes() {
    return 0;
  }

  @Override
  public void begin(HttpRequest request, HttpReply reply, int maxBytes) {
    String path = request.path();
    int query = path.indexOf('?');
    String file = query < 0 ? path : path.substring(0, query);
    if (file.equals(PATH)) {
      reply.answer(HttpAnswer.of(308).withHeader("Location", PATH + "/"));
    } else if (file.equals(SETTINGS) && request.method().equals("GET")) {
      opened.run();
      reply.answer(settings);
    } else {
      files.begin(request, reply, maxBytes);
    }
  }
}
