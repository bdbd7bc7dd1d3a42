package dev.monotable.json;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.HeldRequest;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeldRequestsTest {
  private static final Item KEY = item("PK: a");
  private static final TestRequest PUT =
      TestRequest.call("PutItem", "{'TableName': 'Things', 'Item': {'PK': {'S': 'a'}}}");

  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private final Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
  private final HttpReply reply = new HttpReply();
  private final Holding holding = new Holding();

  /** Holds each request of a client once. */
  private static final class Holding implements Admission, HeldRequest {
    private final CountDownLatch held = new CountDownLatch(1);
    private boolean lets;
    private volatile @Nullable Runnable run;
    private volatile boolean isWithdrawn;

    @Override
    public void admit(AdmissionRequest request) {
      if (request.caller() instanceof Caller.Client && !lets) {
        throw new HeldException(this);
      }
    }

    @Override
    public void hold(Runnable next) {
      run = next;
      held.countDown();
    }

    @Override
    public void withdraw() {
      isWithdrawn = true;
    }

    void letGo() {
      lets = true;
      Objects.requireNonNull(run).run();
    }
  }

  @BeforeEach
  void create() {
    engine.call(Operations.CREATE_TABLE, Calls.table("Things", "PK").build());
    engine.admit(holding);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void begin() {
    reply.reset();
    exchange.begin(PUT, reply, Integer.MAX_VALUE);
    assertThat(reply.kind()).isEqualTo(HttpReply.Kind.LATE);
  }

  private String answer() {
    reply.lateAnswer().take(reply);
    return reply.status()
        + " "
        + new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
  }

  @Test
  void aHeldRequestHasNoEffectUntilItIsLetGo() {
    begin();
    assertThat(reply.lateAnswer().isComplete()).isFalse();
    assertThat(Calls.get(engine::call, "Things", KEY)).isNull();
    holding.letGo();
    assertThat(answer()).isEqualTo("200 {}");
    assertThat(reply.contentType()).isEqualTo(HttpReply.JSON);
    assertThat(Calls.get(engine::call, "Things", KEY)).isEqualTo(KEY);
  }

  @Test
  void itRunsAnewFromItsValidation() {
    begin();
    Calls.drop(engine::call, "Things");
    holding.letGo();
    assertThat(answer())
        .startsWith("400 {\"__type\":\"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException");
  }

  @Test
  void itIsObservedOnce() {
    List<String> observed = new ArrayList<>();
    engine.observe(request -> observed.add(request.operation().name()));
    begin();
    assertThat(observed).isEmpty();
    holding.letGo();
    assertThat(observed).containsExactly("PutItem");
  }

  @Test
  void itIsWithdrawnIfItsClientGoes() {
    begin();
    reply.lateAnswer().abandon();
    assertThat(holding.isWithdrawn).isTrue();
  }

  @Test
  void itsConnectionCanEndWithoutAnAnswer() {
    engine
        .faults()
        .add(FaultRule.on(Operations.PUT_ITEM).inject(new InjectedFault.DroppedConnection(true)));
    begin();
    holding.letGo();
    reply.lateAnswer().take(reply);
    assertThat(reply.dropped()).isTrue();
    assertThat(Calls.get(engine::call, "Things", KEY)).isEqualTo(KEY);
  }

  @Test
  void aThreadThatWaitsGetsTheAnswer() throws InterruptedException {
    Thread thread = new Thread(() -> exchange.handle(PUT, reply));
    thread.start();
    holding.held.await();
    holding.letGo();
    thread.join();
    assertThat(reply.status()).isEqualTo(200);
  }

  @Test
  void aThreadThatIsInterruptedWithdrawsItsRequest() throws InterruptedException {
    Thread thread = new Thread(() -> exchange.handle(PUT, reply));
    thread.start();
    holding.held.await();
    thread.interrupt();
    thread.join();
    assertThat(reply.dropped()).isTrue();
    assertThat(holding.isWithdrawn).isTrue();
  }
}
