/// <reference lib="esnext.disposable" preserve="true" />
import { DatabaseCalls, type Send } from './calls';
import { call, query } from './control';
import { explore, type ExploreOptions, type PieceFunction } from './explore';
import { read, type DataOptions } from './files';
import { createPrincipal, type Policy, type Principal, type PrincipalOptions } from './principal';
import { TableStream, type MappingSettings } from './stream';
import type { ClockChange, ClockState, DatabaseAccess, ExplorationReport, FaultDescription, LoadResult, RequestEntry, RequestPage } from './model';

/** What a client of any AWS SDK for JavaScript is created with. */
export interface ClientConfig {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/** Which requests to return. */
export interface RequestFilter {
  operation?: string;
  table?: string;
  index?: string;
  /** The type of an error; `any` for all requests that failed. */
  error?: string;
  /** How many at most; all that are kept by default. */
  count?: number;
}

/** The clock of a database. Everything in the database that depends on time follows it. */
export class Clock {
  /** @param send sends a request about this clock */
  constructor(private readonly send: (method: string, body?: ClockChange) => Promise<ClockState>) {}

  /** Returns the time, and whether the clock stands still. */
  state(): Promise<ClockState> {
    return this.send('GET');
  }

  /** Changes the clock: sets it, then advances it, then freezes or resumes it. */
  change(change: ClockChange): Promise<ClockState> {
    return this.send('PATCH', change);
  }

  /** Sets the time. The clock runs on from there, unless it is frozen. */
  set(time: Date | string): Promise<ClockState> {
    return this.change({ set: new Date(time).toISOString() });
  }

  /** Advances the clock by a duration such as `2h`, `30s` or `PT2H`, and does what is due by then. */
  advance(duration: string): Promise<ClockState> {
    return this.change({ advance: duration });
  }

  /** Lets the clock stand still, at the given time if there is one. */
  freeze(time?: Date | string): Promise<ClockState> {
    return this.change({ ...(time !== undefined && { set: new Date(time).toISOString() }), frozen: true });
  }

  /** Lets the clock run on. */
  resume(): Promise<ClockState> {
    return this.change({ frozen: false });
  }
}

/** A database of a server: independent of all others, reached by its access key. */
export class Database extends DatabaseCalls {
  /** What a client of an AWS SDK is created with: `new DynamoDBClient(db.config)`. */
  readonly config: ClientConfig;

  /** The clock of this database. */
  readonly clock: Clock;

  readonly #path: string;
  readonly #call: Send;
  readonly #streams = new Map<string, TableStream>();

  constructor(access: Omit<DatabaseAccess, 'id' | 'name'>) {
    const { endpoint, region, accessKeyId, secretAccessKey } = access;
    const path = `/databases/${encodeURIComponent(accessKeyId)}`;
    const send: Send = (method, below, body) => call(endpoint, method, path + below, body);
    super(send);
    this.config = { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
    this.#path = path;
    this.#call = send;
    this.clock = new Clock((method, body) => send(method, '/clock', body));
  }

  /** The ID of the database, which is its access key. */
  get id(): string {
    return this.config.credentials.accessKeyId;
  }

  /** Creates an independent copy with its own access key, in microseconds. */
  fork(): Promise<Database> {
    return createDatabase(this.config.endpoint, { from: this.id });
  }

  /** Ends the database. Its access key is invalid then. */
  async drop(): Promise<void> {
    await this.closeStreams();
    await this.#call('DELETE', '');
  }

  /** Ends the event source mappings of all streams of this handle. */
  async closeStreams(): Promise<void> {
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    await Promise.all(streams.map((stream) => stream.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.drop();
  }

  /** Loads schema and seed files, all or nothing. */
  load(data: DataOptions): Promise<LoadResult> {
    return this.#call('POST', '/load', read(data));
  }

  /** Removes a rule, or all rules. */
  async clearFaults(rule?: Pick<FaultDescription, 'id'>): Promise<void> {
    await this.#call('DELETE', rule ? `/faults/${encodeURIComponent(rule.id)}` : '/faults');
  }

  /**
   * Acts under IAM policies: `const reader = await db.as(policy)` may do what they allow, and its clients
   * are created with `reader.config`. Those of the database may do everything.
   */
  as(...policies: Policy[]): Promise<Principal> {
    return this.principal({ policies });
  }

  /** Acts as a user, or as a session of a role, with tags, a permissions boundary and policies of its session. */
  principal(options: PrincipalOptions): Promise<Principal> {
    return createPrincipal(this.config.endpoint, this.#path, options);
  }

  /**
   * Runs pieces of code with every order of their requests that can matter, each time on a copy of the
   * database: `await db.explore({ ann: (own) => …, bob: (own) => … }, { check: (result) => … })`. A piece
   * creates its clients from `own.config`.
   *
   * @throws ExplorationError with the order that fails, if one is found
   */
  explore(pieces: Record<string, PieceFunction>, options: ExploreOptions = {}): Promise<ExplorationReport> {
    return explore(this.config.endpoint, this.#call, pieces, options);
  }

  /** Returns the requests since the database was created, reset, or its requests were forgotten; the last 1000 at most. */
  async requests(filter: RequestFilter = {}): Promise<RequestEntry[]> {
    const { count = Infinity, ...selection } = filter;
    const found: RequestEntry[] = [];
    let after: number | undefined;
    do {
      const page: RequestPage = await this.#call(
        'GET',
        `/requests${query({ ...selection, after, count: Math.min(count - found.length, 100) })}`,
      );
      found.push(...page.requests);
      after = page.next;
    } while (after !== undefined && found.length < count);
    return found;
  }

  /**
   * Returns the stream of a table: `await db.stream('Chat').drain(handler)`.
   *
   * @param settings of the event source mapping, such as `batchSize`
   */
  stream(table: string, settings: MappingSettings = {}): TableStream {
    const key = JSON.stringify([table, settings]);
    const stream = this.#streams.get(key) ?? new TableStream(this.config.endpoint, this.#path, table, settings);
    this.#streams.set(key, stream);
    return stream;
  }
}

/** Creates a database. Its requests are kept from the beginning. */
export async function createDatabase(endpoint: string, body: object): Promise<Database> {
  const access = await call<DatabaseAccess>(endpoint, 'POST', '/databases', body);
  // The endpoint by which this process reaches the server.
  const database = new Database({ ...access, endpoint });
  await database.requests({ count: 1 }); // from here on, they are kept
  return database;
}
