import { createHash } from 'node:crypto';
import { createDatabase, Database } from './database';
import { read, type DataOptions } from './files';
import { findConfiguration, type Importer } from './presets';
import { checkVersion, startServer, type Server } from './server';
import { call, disconnect, type MonotableError } from './control';

/** What a process that runs tests has to know. */
export interface Run {
  endpoint: string;
  /** The ID of the database that those of the test files are forks of. */
  template: string;
  /** Whether tests start from the data of their file; false for @shelf/jest-dynamodb. */
  isolated: boolean;
  /** Whether to set the variables of jest-dynalite. */
  mock: boolean;
}

/** Options of the presets. */
export interface RunOptions extends DataOptions {
  /** Whether each test starts from what the file began with; true by default. */
  reset?: boolean;
}

/** The variable in which the processes of Jest find the run, with the key of its options. */
export const RUN = 'MONOTABLE_RUN';

/** Where a process keeps what it has started. */
export const TEST_RUN: unique symbol = Symbol.for('monotable.testRun') as never;
export const FILE: unique symbol = Symbol.for('monotable.file') as never;

const START = 'monotable-start';
const CURRENT = Symbol.for('monotable.current');
const held = globalThis as { [CURRENT]?: Database };

/** Returns a text that identifies options. */
export function keyOf(options: RunOptions): string {
  return `jest-${createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 16)}`;
}

/** Starts a server and loads the template of all databases of a test run. */
export class TestRun {
  #server: Server | undefined;
  #template: Database | undefined;

  /**
   * @param directory the root of the project
   * @param importer loads a configuration file as the test runner does
   */
  async start(options: RunOptions, directory: string, importer: Importer): Promise<Run> {
    const named = process.env['MONOTABLE_ENDPOINT'];
    const found = options.schema || options.seed ? undefined : await findConfiguration(directory, importer);
    this.#server ??= named ? undefined : await startServer(true, found?.port);
    const endpoint = this.#server?.endpoint ?? named!;
    if (named) {
      await checkVersion(named);
    }
    const data = read(found?.data ?? options, directory);
    if (found?.shared) {
      await call(endpoint, 'POST', '/databases/default/load', data);
    }
    this.#template = await createDatabase(endpoint, data);
    return {
      endpoint,
      template: this.#template.id,
      isolated: options.reset ?? !found?.shared,
      mock: found !== undefined,
    };
  }

  async stop(): Promise<void> {
    // A server that was there before is there afterwards, without what is ours.
    await (this.#server ? this.#server.stop() : this.#template?.drop());
    this.#server = undefined;
  }
}

/** Creates the database of a test file, and leads the AWS SDK's default configuration to it. */
export async function openFile(run: Run): Promise<FileDatabase> {
  const database = await createDatabase(run.endpoint, { from: run.template });
  const { endpoint, region, credentials } = database.config;
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
    MONOTABLE_ENDPOINT: endpoint,
    MONOTABLE_TEMPLATE: run.template,
    ...(run.mock && { MOCK_DYNAMODB_ENDPOINT: endpoint, MOCK_DYNAMODB_PORT: new URL(endpoint).port }),
  });
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS']) {
    delete process.env[name]; // they come before the others
  }
  held[CURRENT] = database;
  return new FileDatabase(database, run.isolated);
}

/** The database of a test file. */
export class FileDatabase {
  #start: { offset: number; frozen: boolean } | undefined;

  constructor(
    private readonly database: Database,
    private readonly isolated: boolean,
  ) {}

  /** Before another test file that uses the same database: goes back to how the database began. */
  async beginFile(): Promise<void> {
    await this.database.reset();
    this.#start = undefined;
  }

  /** Before each test: goes back to the data and the clock with which the first test began. */
  async begin(): Promise<void> {
    if (!this.isolated) {
      return;
    }
    if (!this.#start) {
      const { now, frozen } = await this.database.clock.state();
      this.#start = { offset: Date.parse(now) - Date.now(), frozen };
      await this.database.snapshot(START);
    } else {
      const { offset, frozen } = this.#start;
      await this.database.closeStreams();
      await this.database.clock.change({ set: new Date(Date.now() + offset).toISOString(), frozen });
      await this.database.restore(START);
      await Promise.all([this.database.clearFaults(), this.database.clearRequests()]);
    }
  }

  /** After the last test. */
  async end(): Promise<void> {
    await this.database.drop().catch((e: MonotableError) => {
      // The tests have reported a server that is gone.
      if (e.type !== 'Unreachable') {
        throw e;
      }
    });
    disconnect();
  }
}

/** Returns the database of the credentials in the environment. */
export function currentDatabase(): Database {
  const { AWS_ACCESS_KEY_ID: id, MONOTABLE_ENDPOINT: endpoint } = process.env;
  if (held[CURRENT] === undefined || held[CURRENT].id !== id) {
    if (!id || !endpoint) {
      throw new Error('monotable: this test file has no database; add monotable to the configuration of Vitest or Jest');
    }
    held[CURRENT] = new Database({
      endpoint,
      region: process.env['AWS_REGION'] ?? 'us-east-1',
      accessKeyId: id,
      secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    });
  }
  return held[CURRENT];
}
