import type { ClientConfig } from './database';
import type { CheckToMake, ExplorationReport, ExplorationTurn, PieceToRun } from './model';
import type { Send } from './calls';

/** What a client of any AWS SDK for JavaScript is created with in a piece. */
export interface PieceConfig extends ClientConfig {
  /** A request is sent again once, as after an answer that is lost. */
  maxAttempts: number;
}

/** A piece of code in one execution. Everything that it uses is created from this. */
export interface PieceHandle {
  readonly name: string;
  /** `new DynamoDBClient(own.config)`: the explorer knows the piece by its access key. */
  readonly config: PieceConfig;
}

/** A piece of code, which is run once in each execution. */
export type PieceFunction = (own: PieceHandle) => unknown;

/** An execution that has ended, for checks. */
export interface ExecutionEnd {
  /** Reaches the database of the execution: `new DynamoDBClient(result.config)`. */
  readonly config: ClientConfig;
  /** How the pieces have ended, by their names. */
  readonly ends: Readonly<Record<string, PieceEnd>>;
}

/** How a piece has ended. */
export interface PieceEnd {
  end: string;
  /** What the function has returned. */
  value?: unknown;
  /** What it has thrown. */
  error?: unknown;
}

/** The checks and the bounds of an exploration. */
export interface ExploreOptions {
  /** Throws if the database of an execution is not as it should be. */
  check?: (result: ExecutionEnd) => unknown;
  /** The access key of the principal whose policies decide about the requests of the pieces. */
  principal?: string;
  /** PartiQL statements that return no item after an execution, or `at most N: SELECT …`. */
  invariants?: string[];
  /** Whether the invariants hold after each request, too. */
  always?: boolean;
  /** If given, the result is that of some order of whole pieces, except for these attributes. */
  serial?: string[];
  /** Whether a write that overwrites a change which its piece has not seen is a failure. */
  lostWrites?: boolean;
  /** How often an execution goes on with another piece although the last one could go on; 2 by default. */
  preemptions?: number;
  /** The maximum number of executions; 100000 by default. */
  executions?: number;
  /** How long a piece may neither send a request nor end, in real time, such as `5s`. */
  patience?: string;
}

/** An order of requests that fails, or pieces that cannot be explored. */
export class ExplorationError extends Error {
  override readonly name = 'ExplorationError';

  constructor(readonly report: ExplorationReport) {
    super(report.text);
  }
}

const config = (endpoint: string, access: PieceToRun | CheckToMake): ClientConfig => ({
  endpoint,
  region: access.region,
  credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
});

/** Runs pieces with every order of their requests; `send` sends requests about their database. */
export async function explore(
  endpoint: string,
  send: Send,
  pieces: Record<string, PieceFunction>,
  options: ExploreOptions,
): Promise<ExplorationReport> {
  const { check, principal, ...bounds } = options;
  const wanted = Object.keys(pieces).map((name) => ({ name, ...(principal && { principal }) }));
  let turn: ExplorationTurn = await send('POST', '/explorations', { pieces: wanted, check: check !== undefined, ...bounds });
  const path = `/explorations/${turn.id}`;
  let ends: Record<string, PieceEnd> = {};
  const run = async (piece: PieceToRun, own: Record<string, PieceEnd>): Promise<void> => {
    const handle = { name: piece.name, config: { ...config(endpoint, piece), maxAttempts: 2 } };
    let message: string | undefined;
    try {
      own[piece.name] = { end: 'returned', value: await pieces[piece.name]!(handle) };
    } catch (error) {
      const asserted = (error as { code?: string } | undefined)?.code === 'ERR_ASSERTION';
      own[piece.name] = { end: asserted ? 'asserted' : 'failed', error };
      message = error instanceof Error ? (asserted ? error.message : `${error.name}: ${error.message}`) : String(error);
    }
    const { end } = own[piece.name]!;
    await send('POST', `${path}/ends`, { accessKeyId: piece.accessKeyId, end, ...(message !== undefined && { message }) });
  };
  let execution = 0;
  try {
    while (!turn.result) {
      if (turn.execution !== execution) {
        execution = turn.execution;
        ends = {};
      }
      for (const piece of turn.start) {
        // A report that fails is one of a piece whose exploration has ended.
        void run(piece, ends).catch(() => undefined);
      }
      const failure = turn.check && check ? await problem(endpoint, turn.check, check, ends) : undefined;
      turn = await send('POST', `${path}/turns`, failure === undefined ? {} : { failure });
    }
  } catch (error) {
    await send('DELETE', path).catch(() => undefined);
    throw error;
  }
  if (turn.result.found || turn.result.wrongUsage !== undefined) {
    throw new ExplorationError(turn.result);
  }
  return turn.result;
}

/** Checks an execution; returns what is wrong, or undefined. */
async function problem(
  endpoint: string,
  wanted: CheckToMake,
  check: (result: ExecutionEnd) => unknown,
  known: Record<string, PieceEnd>,
): Promise<string | undefined> {
  const ends: Record<string, PieceEnd> = {};
  for (const { name, end } of wanted.ends) {
    ends[name] = known[name]?.end === end ? known[name]! : { end };
  }
  try {
    await check({ config: config(endpoint, wanted), ends });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
