import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DataOptions } from './files';

/** Loads a module as the test runner does, with its TypeScript. */
export type Importer = (file: string) => Promise<unknown>;

/** What a configuration file of another package says. */
export interface Configuration {
  data: DataOptions;
  /** Whether clients may use the endpoint with any credentials, and share its tables. */
  shared: boolean;
  /** The port that clients expect; undefined if they read it from the environment. */
  port?: number;
}

interface ForeignConfiguration {
  tables?: ForeignTable[] | (() => ForeignTable[] | Promise<ForeignTable[]>);
  port?: number;
}

interface ForeignTable {
  TableName: string;
  data?: object[];
}

const FILES = [
  ...['js', 'cjs', 'ts'].map((extension) => `jest-dynalite-config.${extension}`),
  ...['ts', 'js', 'cjs', 'mjs', 'json'].map((extension) => `vitest-dynamodb-lite-config.${extension}`),
];
const SHELF_PORT = 8000;

/**
 * Reads the configuration of jest-dynalite, vitest-dynamodb-lite or @shelf/jest-dynamodb, if there is
 * one.
 */
export async function findConfiguration(directory: string, importer: Importer): Promise<Configuration | undefined> {
  const dynalite = process.env['JEST_DYNALITE_CONFIG_DIRECTORY'] ?? directory;
  const shelf = process.env['JEST_DYNAMODB_CONFIG'] ?? join(directory, 'jest-dynamodb-config');
  const file = FILES.map((name) => join(dynalite, name)).find((path) => existsSync(path));
  const found = file ?? ['', '.js', '.cjs', '.ts'].map((extension) => shelf + extension).find((path) => existsSync(path));
  if (!found) {
    return undefined;
  }
  let value = await importer(found);
  while (value && typeof value === 'object' && 'default' in value) {
    value = value.default;
  }
  const configuration = (typeof value === 'function' ? await value() : value) as ForeignConfiguration;
  const tables = typeof configuration.tables === 'function' ? await configuration.tables() : configuration.tables;
  if (!Array.isArray(tables)) {
    throw new Error(`monotable: the tables in ${found} are not a list`);
  }
  const data: DataOptions = {
    schema: tables.map(({ data: _, ...request }) => request),
    seed: Object.fromEntries(tables.map((table) => [table.TableName, table.data ?? []])),
  };
  return file ? { data, shared: false } : { data, shared: true, port: configuration.port ?? SHELF_PORT };
}

