package dev.monotable.http;

import dev.monotable.json.HttpService;
import java.util.List;
import java.util.Map;

/**
 * Finds the service behind a path. It knows no service by name: the code that starts the server
 * passes them. A request to the root, which is nearly every one, reads only the length of its path.
 */
final class Router {
  private final HttpService root;
  private final List<Map.Entry<String, HttpService>> services;

  /**
   * Creates a router.
   *
   * @param root receives all requests that no other service receives
   * @param services by their paths, such as {@code /_name/v1}. A service receives the requests to
   *     its path and below it, and that with the longest path if there are several
   * @throws IllegalArgumentException if a path does not begin with a slash, or ends with one
   */
  Router(HttpService root, Map<String, HttpService> services) {
    for (String path : services.keySet()) {
      if (!path.matches("(/[A-Za-z0-9._~-]+)+")) {
        throw new IllegalArgumentException(
            "'" + path + "' is not the path of a service, such as /_name/v1");
      }
    }
    this.root = root;
    this.services =
        services.entrySet().stream()
            .sorted((a, b) -> Integer.compare(b.getKey().length(), a.getKey().length()))
            .toList();
  }

  /** Returns the service of a path, which a query may follow. */
  HttpService find(String path) {
    return path.length() < 2 ? root : findLonger(path);
  }

  private HttpService findLonger(String path) {
    for (Map.Entry<String, HttpService> each : services) {
      int end = each.getKey().length();
      if (path.startsWith(each.getKey())
          && (path.length() == end || path.charAt(end) == '/' || path.charAt(end) == '?')) {
        return each.getValue();
      }
    }
    return root;
  }
}
