import type { KeyObject } from 'node:crypto';
import type { Sql } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { Signers } from '../signing/signature.value.ts';
import type { SecretKeys } from '../signing/secret-keys.ts';
import type { PartnerKeys } from '../signing/partner-keys.ts';

/** The secrets of a configuration. */
interface Secrets {
  readonly configurationId: string;
  readonly signsV1: boolean;
  /** Sealed, as the former one. */
  readonly secret: string;
  readonly previousSecret: string | null;
  /** As PostgreSQL writes it. */
  readonly previousSecretUntil: string | null;
}

/** The same, and whose keys may sign too. */
interface Endpoint extends Secrets {
  readonly partnerId: string;
  readonly signsV1a: boolean;
}

/** What opens secrets and keys. */
export interface KeyRing {
  readonly secretKeys: SecretKeys;
  readonly partnerKeys: PartnerKeys;
}

/**
 * What a claimed message is signed with: secrets of its configuration, and keys that were found to sign. An operator may
 * have deleted those: then others are made.
 */
export async function signersOf(
  dependencies: KeyRing & { readonly database: Sql },
  endpoint: Endpoint & { readonly signerIds: readonly string[] },
  at: Date,
): Promise<Signers> {
  const { secretKeys, partnerKeys, database } = dependencies;
  if (endpoint.signsV1a && endpoint.signerIds.length === 0) return signersNow(dependencies, endpoint, at);
  const v1a = await Promise.all(endpoint.signerIds.map((id) => partnerKeys.signer(database, id)));
  return { v1: secretsOf(secretKeys, endpoint, at), v1a };
}

/** What a message is signed with that nobody has claimed. */
export async function signersNow(
  { secretKeys, partnerKeys, database }: KeyRing & { readonly database: Sql },
  endpoint: Endpoint,
  at: Date,
): Promise<Signers> {
  const v1 = secretsOf(secretKeys, endpoint, at);
  if (!endpoint.signsV1a) return { v1, v1a: [] };
  const { current, former } = await partnerKeys.setOf(database, endpoint.partnerId);
  const along = former.filter(({ signsUntil }) => signsUntil !== null && at < instantOf(signsUntil));
  return { v1, v1a: [current, ...along].map(({ key }) => key()) };
}

/** What signs once secret and key were changed, and the former ones sign along no more. */
export async function rehearsedSigners(
  { secretKeys, partnerKeys, database }: KeyRing & { readonly database: Sql },
  endpoint: Endpoint,
  at: Date,
): Promise<Signers> {
  const v1 = secretsOf(secretKeys, { ...endpoint, previousSecret: null }, at);
  if (!endpoint.signsV1a) return { v1, v1a: [] };
  const { next } = await partnerKeys.setOf(database, endpoint.partnerId);
  return { v1, v1a: [next.key()] };
}

/** The secret in force, and beside it the former one while receivers still follow a change. */
function secretsOf(secretKeys: SecretKeys, endpoint: Secrets, at: Date): readonly KeyObject[] {
  const { configurationId, signsV1, secret, previousSecret, previousSecretUntil } = endpoint;
  if (!signsV1) return [];
  const signsAlong = previousSecret !== null && previousSecretUntil !== null && at < instantOf(previousSecretUntil);
  return (signsAlong ? [secret, previousSecret] : [secret]).map((sealed) => secretKeys.keyOf(sealed, configurationId));
}
