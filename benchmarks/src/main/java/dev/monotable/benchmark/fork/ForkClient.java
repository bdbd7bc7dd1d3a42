package dev.monotable.benchmark.fork;

import dev.monotable.benchmark.server.ServerProcess;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client with one connection, which does nothing but send requests and read the answers. */
final class ForkClient implements AutoCloseable {
  private final Socket socket;
  private final OutputStream out;
  private final InputStream in;

  ForkClient(int port) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    this.out = socket.getOutputStream();
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Forks the shared database, and returns the ID of the fork. */
  String fork() throws IOException {
    String answer =
        send("POST", "/_monotable/v1/databases", "", utf8("{\"from\":\"default\"}"), 201);
    int start = answer.indexOf("\"id\":\"") + "\"id\":\"".length();
    return answer.substring(start, answer.indexOf('"', start));
  }

  void drop(String id) throws IOException {
    send("DELETE", "/_monotable/v1/databases/" + id, "", new byte[0], 204);
  }

  /** Sends a request to DynamoDB's API, signed with an access key. */
  void call(String accessKey, String target, byte[] body) throws IOException {
    String headers =
        "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Target: "
            + target
            + "\r\nX-Amz-Date: 20260101T000000Z\r\nAuthorization: AWS4-HMAC-SHA256 Credential="
            + accessKey
            + "/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0\r\n";
    send("POST", "/", headers, body, 200);
  }

  private String send(String method, String path, String headers, byte[] body, int wanted)
      throws IOException {
    byte[] head =
        utf8(
            method
                + " "
                + path
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + headers
                + "Content-Length: "
                + body.length
                + "\r\n\r\n");
    byte[] request = new byte[head.length + body.length];
    System.arraycopy(head, 0, request, 0, head.length);
    System.arraycopy(body, 0, request, head.length, body.length);
    out.write(request);
    out.flush();
    return ServerProcess.read(in, wanted);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
