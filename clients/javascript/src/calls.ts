// Generated from capabilities.txt by mvn -pl generator test -Dmonotable.expected=write
import { query } from './control';
import type {
  ClockSettlement,
  ContributorList,
  DatabaseDescription,
  FaultDescription,
  FaultList,
  FaultToAdd,
  RegionEntry,
  RegionList,
  ReplicationChange,
  ReplicationState,
  SnapshotDescription,
  StateDifference,
} from './model';

/** Sends a request about a database. */
export type Send = <T = void>(method: string, path: string, body?: unknown) => Promise<T>;

/** The calls of the control API about a database. */
export class DatabaseCalls {
  readonly #call: Send;

  constructor(send: Send) {
    this.#call = send;
  }

  /** Returns the tables with the number of their items. */
  describe(): Promise<DatabaseDescription> {
    return this.#call('GET', '');
  }

  /** Sets the data back to how the database began, and forgets requests and faults. The clock continues. */
  async reset(): Promise<void> {
    await this.#call('POST', '/reset');
  }

  /**
   * Advances the clock until nothing waits for it: no table, index or replica is being changed, no export,
   * import or bulk operation is in progress, and other Regions and Kinesis data streams have received every
   * change: `await db.settle('1h')`.
   */
  settle(within: string): Promise<ClockSettlement> {
    return this.#call('POST', '/settle', { within });
  }

  /**
   * Lets requests fail that exceed the throughput of their table, index or partition, by the clock of the
   * database; with false, no longer.
   */
  async throttle(enabled = true): Promise<void> {
    await this.#call('PATCH', '/throttling', { enabled });
  }

  /**
   * Returns the keys of a table, or of an index, that were accessed and throttled most, while Contributor
   * Insights is enabled for it.
   */
  contributors(table: string, index?: string): Promise<ContributorList> {
    return this.#call('GET', `/contributors${query({ table, index })}`);
  }

  /** Returns the Regions of the database, in which its global tables can have replicas. */
  regions(): Promise<RegionList> {
    return this.#call('GET', '/regions');
  }

  /** Adds a Region with tables of its own. A replica of a table does so, too. */
  addRegion(region: string): Promise<RegionEntry> {
    return this.#call('POST', '/regions', { region });
  }

  /**
   * Returns the replication of global tables between the Regions, after a change: `await db.replication({
   * cut: 'eu-west-1' })`.
   */
  replication(change?: ReplicationChange): Promise<ReplicationState> {
    return change ? this.#call('PATCH', '/replication', change) : this.#call('GET', '/replication');
  }

  /** Keeps the present data under a name. */
  snapshot(name: string): Promise<SnapshotDescription> {
    return this.#call('PUT', `/snapshots/${encodeURIComponent(name)}`);
  }

  /** Sets the data back to a snapshot. The clock continues. */
  async restore(name: string): Promise<void> {
    await this.#call('POST', `/snapshots/${encodeURIComponent(name)}/restore`);
  }

  /** Returns what has changed since a snapshot, or compared with another database. */
  diff(from: string | { readonly id: string }): Promise<StateDifference> {
    return this.#call('GET', `/diff${query({ from: typeof from === 'string' ? from : from.id })}`);
  }

  /** Returns the items of a table, or of all, as lines of DynamoDB JSON, which a seed may have. */
  async dump(table?: string): Promise<string> {
    return (await this.#call<string | undefined>('GET', `/dump${query({ table })}`)) ?? '';
  }

  /** Adds a rule that lets requests fail: `await db.fault({ fault: 'throttle', times: 2 })`. */
  fault(rule: FaultToAdd): Promise<FaultDescription> {
    return this.#call('POST', '/faults', rule);
  }

  /** Returns the rules, with how many requests have matched them. */
  faults(): Promise<FaultList> {
    return this.#call('GET', '/faults');
  }

  /** Forgets the requests so far. */
  async clearRequests(): Promise<void> {
    await this.#call('DELETE', '/requests');
  }

  /**
   * Returns the report of the design lab on the requests that are kept, in a format: text, json, markdown or
   * html.
   */
  async report(format: 'text' | 'json' | 'markdown' | 'html' = 'text'): Promise<string> {
    return (await this.#call<string | undefined>('GET', `/report${query({ format })}`)) ?? '';
  }
}
