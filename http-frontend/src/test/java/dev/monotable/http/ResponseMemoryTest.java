package dev.monotable.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.http.access.AllowedHosts;
import dev.monotable.http.access.AllowedOrigins;
import dev.monotable.http.access.ConnectionReplies;
import dev.monotable.http.access.WebAccess;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpService;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of the time between the moment at which a large response gets no memory and the moment at
 * which it waits for some: another thread can release memory, or the connection can close.
 */
@Timeout(60)
class ResponseMemoryTest {
  private static final int LIMIT = 1 << 20;
  private static final byte[] BODY = "0123456789".repeat(60_000).getBytes(US_ASCII);
  private static final MemoryBudget.Claimant OTHER = () -> {};

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final RacedBudget budget = new RacedBudget();
  private final ServerConfig config = ServerConfig.builder().port(0).threads(1).build();
  private final ServerState server = state();
  private final LongRequest request = request();

  /** A budget in which something happens right after it has refused memory. */
  private static final class RacedBudget extends MemoryBudget {
    private @Nullable Runnable afterRefusal;

    RacedBudget() {
      super(LIMIT);
    }

    @Override
    synchronized boolean reserve(Claimant claimant, long bytes) {
      boolean reserved = super.reserve(claimant, bytes);
      Runnable next = afterRefusal;
      if (!reserved && next != null) {
        afterRefusal = null;
        next.run();
      }
      return reserved;
    }
  }

  private ServerState state() {
    HttpService service = (request, reply, maxBytes) -> reply.answer(HttpAnswer.of(200));
    WebAccess access =
        new WebAccess(
            new ConnectionReplies(),
            "http://",
            AllowedHosts.of(List.of(), "localhost", InetAddress.getLoopbackAddress()),
            AllowedOrigins.of(List.of()));
    return new ServerState(new Router(service, Map.of()), access, config, budget);
  }

  private LongRequest request() {
    LoopState loop = new LoopState(server, channel.eventLoop());
    BoundedRequestDecoder decoder = new BoundedRequestDecoder(config);
    ConnectionHandler connection = new ConnectionHandler(server, loop, channel, decoder);
    Responder responder =
        new Responder(
            connection,
            server,
            loop,
            new Holding(channel),
            new Lingering(channel, false, () -> {}));
    HttpReply reply = new HttpReply();
    reply.reset(LongRequests.LARGE_BYTES);
    reply.answer(HttpAnswer.of(200, "text/plain", BODY));
    return LongRequest.ofReply(
        responder,
        server,
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"),
        reply);
  }

  @AfterEach
  void close() {
    request.discard();
    server.longRequests().close();
    channel.close();
  }

  private void useAllMemory() {
    assertThat(budget.reserve(OTHER, LIMIT + 1)).isTrue();
  }

  private static String text(@Nullable Queue<ByteBuf> response) {
    StringBuilder text = new StringBuilder();
    if (response != null) {
      response.forEach(each -> text.append(each.toString(US_ASCII)));
      response.forEach(ByteBuf::release);
    }
    return text.toString();
  }

  @Test
  void memoryThatIsReleasedInBetweenIsUsed() {
    useAllMemory();
    budget.afterRefusal = () -> budget.release(OTHER, LIMIT + 1);

    request.run();

    assertThat(request.isDone()).isTrue();
    assertThat(text(request.takeResponse())).endsWith("\r\n\r\n" + new String(BODY, US_ASCII));
    assertThat(budget.used()).isEqualTo(request.reserved()).isEqualTo(3 * (256 << 10));
    request.releaseMemory();
    assertThat(budget.used()).isZero();
  }

  @Test
  void aConnectionThatClosesInBetweenLeavesNothingBehind() {
    useAllMemory();
    budget.afterRefusal = request::abandon;

    request.run();

    assertThat(budget.contended()).isFalse();
    assertThat(request.isDone()).isFalse();
    assertThat(request.takeResponse()).isNull();
    assertThat(budget.used()).isEqualTo(LIMIT + 1);
  }

  @Test
  void bothInBetweenLeaveNothingBehind() {
    useAllMemory();
    budget.afterRefusal =
        () -> {
          budget.release(OTHER, LIMIT + 1);
          request.abandon();
        };

    request.run();

    assertThat(budget.contended()).isFalse();
    assertThat(budget.used()).isZero();
  }

  @Test
  void aConnectionThatClosesWhileItWaitsLeavesNothingBehind() {
    useAllMemory();
    request.run();
    assertThat(request.isWaiting()).isTrue();
    assertThat(budget.contended()).isTrue();

    request.abandon();

    assertThat(budget.contended()).isFalse();
    budget.release(OTHER, LIMIT + 1);
    assertThat(budget.used()).isZero();
  }

  /** The first try finds memory for one buffer only, counts the rest, and drops the buffer. */
  @Test
  void memoryForAPartIsNotKept() {
    assertThat(budget.reserve(OTHER, LIMIT - (300 << 10))).isTrue();
    MemoryBudget.Claimant exempt = () -> {};
    assertThat(budget.reserve(exempt, LIMIT)).isTrue();
    budget.release(OTHER, LIMIT - (300 << 10));

    request.run();

    assertThat(request.isWaiting()).isTrue();
    assertThat(budget.used()).isEqualTo(LIMIT);
    budget.release(exempt, LIMIT);
    MonotableServerFixture.await("the response is encoded", request::isDone);
    assertThat(text(request.takeResponse())).endsWith("\r\n\r\n" + new String(BODY, US_ASCII));
  }

  @Test
  void onlyThoseAreNotifiedForWhomThereIsMemory() {
    StringBuilder notified = new StringBuilder();
    useAllMemory();
    for (char name = 'a'; name <= 'e'; name++) {
      char each = name;
      assertThat(budget.reserve(() -> notified.append(each), LIMIT / 2)).isFalse();
    }
    assertThat(budget.tryReserve(1)).isFalse();

    budget.release(OTHER, LIMIT + 1);

    assertThat(notified).hasToString("abc"); // c may exceed the limit, as one claimant may
  }
}
