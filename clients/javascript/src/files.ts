import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize, posix, relative, resolve, sep } from 'node:path';

/** Tables and items of a database: names of files, or definitions in code. */
export interface DataOptions {
  /**
   * What defines the tables: files, or the directory `cdk.out`, or CreateTable requests. Names are
   * relative to the working directory.
   */
  schema?: string | object | readonly (string | object)[] | undefined;
  /**
   * Items: files, also as `TABLE=FILE` with the table of their items, or for each table a list of items
   * as the AWS SDK's document client has them.
   */
  seed?: string | readonly string[] | Record<string, readonly object[]> | undefined;
  /** Values of the parameters of templates, or options of the Serverless Framework. */
  parameters?: Record<string, string> | undefined;
}

/** The contents of files by their names. */
type Files = Record<string, string>;

/** The body of a request that loads files. */
export interface Upload {
  schema?: Files;
  seed?: Files;
  parameters?: Record<string, string>;
}

const MAX_FILES = 90;

/** Reads the files, with those that they refer to, as the server sees their contents only. */
export function read({ schema, seed, parameters }: DataOptions, directory = process.cwd()): Upload {
  return {
    ...(schema !== undefined && { schema: readSchemas([schema].flat(), directory) }),
    ...(seed !== undefined && { seed: readSeeds(seed, directory) }),
    ...(parameters && { parameters }),
  };
}

function readSchemas(schemas: readonly (string | object)[], directory: string): Files {
  const files: Files = {};
  const requests = schemas.filter((each) => typeof each !== 'string');
  for (const each of schemas.filter((each) => typeof each === 'string')) {
    addSchema(files, resolve(directory, each));
  }
  return requests.length === 0 ? files : { ...files, 'tables.json': JSON.stringify(requests) };
}

function readSeeds(seed: NonNullable<DataOptions['seed']>, directory: string): Files {
  const files: Files = {};
  if (typeof seed === 'string' || Array.isArray(seed)) {
    for (const each of [seed].flat() as string[]) {
      addSeed(files, each, directory);
    }
    return files;
  }
  const tables = Object.entries(seed as Record<string, readonly object[]>).filter(([, items]) => items.length > 0);
  const lines = (items: readonly object[]) => items.map((item) => JSON.stringify({ Item: marshal(item).M })).join('\n');
  return Object.fromEntries(tables.map(([table, items]) => [`${table}.json`, lines(items)]));
}

/** Adds `FILE` or `TABLE=FILE`. A file whose name contains an equals sign is found first. */
function addSeed(files: Files, seed: string, directory: string) {
  const equals = existsSync(resolve(directory, seed)) ? 0 : Math.max(seed.indexOf('='), 0);
  const file = resolve(directory, equals === 0 ? seed : seed.slice(equals + 1));
  const name = basename(file).replaceAll('=', '_');
  add(files, equals === 0 ? name : `${seed.slice(0, equals)}=${name}`, readFileSync(file, 'utf8'));
}

function addSchema(files: Files, file: string) {
  if (statSync(file).isDirectory()) {
    addAssembly(files, file, '');
    return;
  }
  const text = readFileSync(file, 'utf8');
  add(files, basename(file), text);
  addReferences(files, dirname(file), file, text);
}

/** Adds a cloud assembly, such as `cdk.out`, and those in it. */
function addAssembly(files: Files, directory: string, prefix: string) {
  for (const { name } of readdirSync(directory, { withFileTypes: true })) {
    const file = join(directory, name);
    if (/^assembly-/.test(name)) {
      addAssembly(files, file, `${prefix || './'}${name}/`);
    } else if (name === 'manifest.json') {
      add(files, prefix + name, readFileSync(file, 'utf8'));
    } else if (name.endsWith('.template.json')) {
      add(files, `${prefix || './'}${name}`, readFileSync(file, 'utf8'));
    }
  }
}

/** Adds the files that a file mentions, if they exist in its directory or below. */
function addReferences(files: Files, root: string, file: string, text: string) {
  for (const [mentioned] of text.matchAll(/[\w.@-][\w./@-]*\.(?:ya?ml|json)\b/g)) {
    for (const base of new Set([dirname(file), root])) {
      const found = normalize(join(base, mentioned));
      // A name with a slash is not loaded by itself.
      const name = `./${relative(root, found).split(sep).join(posix.sep)}`;
      const isMain = name.slice(2) in files;
      if (found.startsWith(root + sep) && !isMain && !(name in files) && existsSync(found) && statSync(found).isFile()) {
        if (Object.keys(files).length >= MAX_FILES) {
          throw new Error(`monotable: ${file} refers to more than ${MAX_FILES} files`);
        }
        const content = readFileSync(found, 'utf8');
        add(files, name, content);
        addReferences(files, root, found, content);
      }
    }
  }
}

function add(files: Files, name: string, content: string) {
  if (name in files && files[name] !== content) {
    throw new Error(`monotable: two files have the name ${name}`);
  }
  files[name] = content;
}

/** Returns a value of JavaScript in DynamoDB JSON, as the AWS SDK's document client writes it. */
export function marshal(value: unknown): Record<string, unknown> {
  if (value === null) {
    return { NULL: true };
  }
  const type = { string: 'S', boolean: 'BOOL', number: 'N', bigint: 'N' }[typeof value as string];
  if (type !== undefined) {
    return { [type]: type === 'N' ? `${value}` : value };
  }
  if (typeof value !== 'object') {
    throw new TypeError(`monotable: an item cannot hold a ${typeof value}`);
  }
  if (ArrayBuffer.isView(value)) {
    return { B: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  }
  if (Array.isArray(value)) {
    return { L: value.map(marshal) };
  }
  // The set of the document client of SDK 2 has its members in `values`.
  const isSetOfSdk2 = 'wrapperName' in value && value.wrapperName === 'Set' && 'values' in value;
  if (value instanceof Set || isSetOfSdk2) {
    const members = (isSetOfSdk2 ? [...(value.values as unknown[])] : [...(value as Set<unknown>)]).map(marshal);
    const type = Object.keys(members[0] ?? { S: '' })[0]!;
    return { [`${type}S`]: members.map((member) => member[type]) };
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return { M: Object.fromEntries(members.map(([name, member]) => [name, marshal(member)])) };
}
