import { call } from './control';
import type { ClientConfig } from './database';
import type { PrincipalAccess, PrincipalDescription, PrincipalToCreate } from './model';

/** An IAM policy: a document, or its JSON text. */
export type Policy = string | { Version?: string; Id?: string; Statement: object };

/** A principal to create: a user, or a session of a role. Without `policies`, it may do everything. */
export type PrincipalOptions = Omit<PrincipalToCreate, 'policies' | 'boundary' | 'sessionPolicies'> & {
  policies?: Policy[];
  /** Its permissions boundary. */
  boundary?: Policy;
  sessionPolicies?: Policy[];
};

/** A user or a session of a role: an access key that sees a database and may do what policies allow. */
export class Principal {
  /** What a client of an AWS SDK is created with: `new DynamoDBClient(principal.config)`. */
  readonly config: ClientConfig;

  readonly arn: string;

  readonly #path: string;

  constructor(database: string, access: PrincipalAccess) {
    const { endpoint, region, accessKeyId, secretAccessKey } = access;
    this.arn = access.arn;
    this.config = { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
    this.#path = `${database}/principals/${encodeURIComponent(accessKeyId)}`;
  }

  /** Returns what it used, what it was allowed and never used, and a policy for just what it used. */
  usage(): Promise<PrincipalDescription> {
    return call(this.config.endpoint, 'GET', this.#path);
  }

  /** Ends the principal. Its access key is invalid then. It ends with its database, too. */
  async end(): Promise<void> {
    await call(this.config.endpoint, 'DELETE', this.#path);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}

/** Creates a principal of the database with a path of the control API. */
export async function createPrincipal(
  endpoint: string,
  database: string,
  options: PrincipalOptions,
): Promise<Principal> {
  const { policies, boundary, sessionPolicies, ...others } = options;
  const wanted: PrincipalToCreate = {
    ...others,
    ...(policies && { policies: policies.map(text) }),
    ...(boundary !== undefined && { boundary: text(boundary) }),
    ...(sessionPolicies && { sessionPolicies: sessionPolicies.map(text) }),
  };
  const access = await call<PrincipalAccess>(endpoint, 'POST', `${database}/principals`, wanted);
  return new Principal(database, { ...access, endpoint });
}

function text(policy: Policy): string {
  return typeof policy === 'string' ? policy : JSON.stringify(policy);
}
