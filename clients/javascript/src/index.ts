import { createDatabase, type Database } from './database';
import { read, type DataOptions } from './files';
import { sharedEndpoint } from './server';

export { Clock, Database, type ClientConfig, type RequestFilter } from './database';
export { ExplorationError, type ExecutionEnd, type ExploreOptions, type PieceEnd, type PieceFunction, type PieceHandle } from './explore';
export type { DataOptions } from './files';
export { MonotableError } from './control';
export { Principal, type Policy, type PrincipalOptions } from './principal';
export { TableStream, type LambdaHandler, type MappingSettings } from './stream';
export { currentDatabase } from './run';
export { version } from './program';
export type * from './model';

/** What a database begins with. */
export interface DatabaseOptions extends DataOptions {
  /** The Region in the ARNs of its tables; us-east-1 by default. */
  region?: string;
  /** Another server than that of the test run, such as a container: its URL. */
  endpoint?: string;
}

/**
 * Creates a database on the server of this test run, which the first call starts. Without schema and
 * seed, it begins with those of the configuration of Vitest or Jest.
 */
export async function database(options: DatabaseOptions = {}): Promise<Database> {
  const { endpoint = await sharedEndpoint(), region } = options;
  const data = read(options);
  const template = data.schema || data.seed ? undefined : process.env['MONOTABLE_TEMPLATE'];
  return createDatabase(endpoint, { ...data, ...(region && { region }), ...(template && { from: template }) });
}

