package dev.monotable.control;

import dev.monotable.access.request.AccessControl;
import dev.monotable.control.ControlException.Type;
import dev.monotable.control.explore.ClientExploration;
import dev.monotable.control.model.ExplorationToStart;
import dev.monotable.control.model.ExplorationTurn;
import dev.monotable.control.model.PieceEndToReport;
import dev.monotable.control.model.PieceToExplore;
import dev.monotable.control.model.TurnToAwait;
import dev.monotable.engine.WeakTask;
import dev.monotable.engine.database.Region;
import dev.monotable.explore.WrongUsageException;
import dev.monotable.json.HttpReply;
import dev.monotable.json.LateAnswer;
import dev.monotable.text.OneLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The explorations of pieces that clients run. */
final class ExplorationRoutes {
  /** A bound, since each of them has a thread. */
  static final int MAX_EXPLORATIONS = 16;

  private static final int MAX_PIECES = 16;
  private static final int MAX_NAME = 100;
  private static final int MAX_TEXTS = 100;
  private static final Duration MAX_PATIENCE = Duration.ofMinutes(1);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** A request for a turn that is answered later. */
  private record LateTurn(String id, int status, LateAnswer late)
      implements ClientExploration.TurnRequest {
    /** Postpones the answer; its exploration ends if the client goes before. */
    static LateTurn begin(ClientExploration exploration, int status, HttpReply reply) {
      LateTurn turn = new LateTurn(exploration.id(), status, reply.answerLater());
      turn.late.whenAbandoned(() -> exploration.left(turn));
      return turn;
    }

    @Override
    public void answer(ExplorationTurn turn) {
      late.complete(Result.answer(status, turn));
    }

    @Override
    public void end() {
      late.complete(Result.answer(unknown(id)));
    }
  }

  private final ControlConfig config;

  /** By their IDs, in the order of their starts. */
  private final Map<String, ClientExploration> running = new LinkedHashMap<>();

  private long started;

  ExplorationRoutes(ControlConfig config) {
    this.config = config;
  }

  Result startExploration(Region region, ExplorationToStart wanted, ControlRequest request) {
    check(region, wanted);
    ClientExploration created;
    try {
      created = create(region, wanted, config.endpoint(request.http()));
    } catch (IllegalArgumentException | WrongUsageException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    }
    return reply -> created.start(LateTurn.begin(created, 201, reply));
  }

  private static void check(Region region, ExplorationToStart wanted) {
    List<PieceToExplore> pieces = wanted.pieces();
    if (pieces.isEmpty() || pieces.size() > MAX_PIECES) {
      throw ControlException.invalid(
          "'pieces' has 1 to " + MAX_PIECES + " pieces, not " + pieces.size());
    }
    Set<String> names = new HashSet<>();
    for (PieceToExplore piece : pieces) {
      String name = piece.name();
      if (name.isBlank() || name.length() > MAX_NAME || !OneLine.all(name).equals(name)) {
        throw ControlException.invalid(
            "The name of a piece is one line of 1 to " + MAX_NAME + " characters");
      }
      if (!names.add(name)) {
        throw ControlException.invalid("Two pieces are called '" + name + "'");
      }
      requirePrincipal(region, piece.principal());
    }
    requireFew("invariants", wanted.invariants());
    requireFew("serial", wanted.serial());
    Duration patience = wanted.patience();
    if (patience != null
        && (patience.isNegative() || patience.isZero() || patience.compareTo(MAX_PATIENCE) > 0)) {
      throw ControlException.invalid("'patience' must be positive, and at most " + MAX_PATIENCE);
    }
  }

  private static void requireFew(String name, @Nullable List<String> texts) {
    if (texts != null && texts.size() > MAX_TEXTS) {
      throw ControlException.invalid("'" + name + "' has at most " + MAX_TEXTS + " elements");
    }
  }

  private static void requirePrincipal(Region region, @Nullable String key) {
    if (key != null) {
      AccessControl control = AccessControl.find(region);
      if (control == null || control.principals().find(key) == null) {
        throw new ControlException(
            Type.UNKNOWN_PRINCIPAL,
            "The database has no principal with the access key '" + OneLine.quote(key) + "'");
      }
    }
  }

  private synchronized ClientExploration create(
      Region region, ExplorationToStart wanted, String endpoint) {
    if (started == 0) {
      var unused =
          WeakTask.every(
              config.databases().config().scheduler(), INTERVAL, this, ExplorationRoutes::tick);
    }
    tick();
    if (running.size() >= MAX_EXPLORATIONS) {
      throw new ControlException(
          Type.LIMIT_EXCEEDED, "The server runs " + MAX_EXPLORATIONS + " explorations already");
    }
    String id = Long.toString(++started);
    ClientExploration created =
        new ClientExploration(
            id,
            region,
            wanted,
            new ClientExploration.Surroundings(
                config.databases(), config.secrets(), config.server().guard(), endpoint));
    running.put(id, created);
    return created;
  }

  /** Lets each exploration do what is due, and removes those that have ended. */
  private void tick() {
    List<ClientExploration> all;
    synchronized (this) {
      all = new ArrayList<>(running.values());
    }
    all.forEach(ClientExploration::tick);
    synchronized (this) {
      running.values().removeIf(ClientExploration::isOver);
    }
  }

  private synchronized ClientExploration require(Region region, String id) {
    ClientExploration found = running.get(id);
    if (found == null || !found.isOf(region) || found.isOver()) {
      throw unknown(id);
    }
    return found;
  }

  /** Returns the error of a request to an exploration that does not exist. */
  private static ControlException unknown(String id) {
    return new ControlException(
        Type.UNKNOWN_EXPLORATION,
        "There is no exploration '" + OneLine.quote(id) + "', or it has ended");
  }

  Result awaitTurn(Region region, String id, TurnToAwait request) {
    ClientExploration exploration = require(region, id);
    return reply -> exploration.await(request, LateTurn.begin(exploration, 200, reply));
  }

  void reportEnd(Region region, String id, PieceEndToReport end) {
    require(region, id).report(end);
  }

  synchronized void endExploration(Region region, String id) {
    ClientExploration found = running.get(id);
    if (found != null && found.isOf(region)) {
      running.remove(id);
      found.end();
    }
  }
}
