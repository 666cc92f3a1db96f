import type { KeyObject } from 'node:crypto';
import type { Sql } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import type { WebhookFormat } from '../configurations/webhook-configuration.enum.ts';
import type { Signers } from '../signing/signature.value.ts';
import type { SecretKeys } from '../signing/secret-keys.ts';
import { keysSigningAt, type PartnerKeys } from '../signing/partner-keys.ts';

/** The secrets of a configuration. */
interface Secrets {
  readonly configurationId: string;
  /** Format of the message. */
  readonly format: WebhookFormat;
  readonly signsV1: boolean;
  /** Sealed, like the previous one. */
  readonly secret: string;
  readonly previousSecret: string | null;
  /** As PostgreSQL writes it. */
  readonly previousSecretUntil: string | null;
}

/** The same, with the partner whose keys may also sign. */
interface Endpoint extends Secrets {
  readonly partnerId: string;
  readonly signsV1a: boolean;
}

/** Opens secrets and keys. */
export interface KeyRing {
  readonly secretKeys: SecretKeys;
  readonly partnerKeys: PartnerKeys;
}

/**
 * Returns what signs a claimed message: secrets of its configuration, and the keys that the claim found. If it found
 * none, because an operator deleted them, new ones are created.
 */
export async function signersOf(
  dependencies: KeyRing & { readonly database: Sql },
  endpoint: Endpoint & { readonly signerIds: readonly string[] },
  at: Date,
): Promise<Signers> {
  const { secretKeys, partnerKeys, database } = dependencies;
  if (endpoint.signsV1a && endpoint.signerIds.length === 0) return signersNow(dependencies, endpoint, at);
  const v1a = await Promise.all(endpoint.signerIds.map((id) => partnerKeys.signer(database, id)));
  return { v1: secretsOf(secretKeys, endpoint, at), v1a, hmac: hmacKeyOf(secretKeys, endpoint) };
}

/** Returns what signs a message that was not claimed. */
export async function signersNow(
  { secretKeys, partnerKeys, database }: KeyRing & { readonly database: Sql },
  endpoint: Endpoint,
  at: Date,
): Promise<Signers> {
  const [v1, hmac] = [secretsOf(secretKeys, endpoint, at), hmacKeyOf(secretKeys, endpoint)];
  if (!endpoint.signsV1a) return { v1, v1a: [], hmac };
  const keys = await partnerKeys.setOf(database, endpoint.partnerId);
  return { v1, v1a: keysSigningAt(keys, at).map(({ key }) => key()), hmac };
}

/** Returns what signs after a change of secret and key, without the previous ones. */
export async function rehearsedSigners(
  { secretKeys, partnerKeys, database }: KeyRing & { readonly database: Sql },
  endpoint: Endpoint,
  at: Date,
): Promise<Signers> {
  const v1 = secretsOf(secretKeys, { ...endpoint, previousSecret: null }, at);
  const hmac = hmacKeyOf(secretKeys, endpoint);
  if (!endpoint.signsV1a) return { v1, v1a: [], hmac };
  const { next } = await partnerKeys.setOf(database, endpoint.partnerId);
  return { v1, v1a: [next.key()], hmac };
}

/** Envelopes are always signed this way too, and with the current secret only: there is one signature. */
function hmacKeyOf(secretKeys: SecretKeys, { format, secret, configurationId }: Secrets): KeyObject | undefined {
  return format === 'ENVELOPES' ? secretKeys.textKeyOf(secret, configurationId) : undefined;
}

/** Returns the current secret, and for one day after a change the previous one. */
function secretsOf(secretKeys: SecretKeys, endpoint: Secrets, at: Date): readonly KeyObject[] {
  const { configurationId, signsV1, secret, previousSecret, previousSecretUntil } = endpoint;
  if (!signsV1) return [];
  const signsAlong = previousSecret !== null && previousSecretUntil !== null && at < instantOf(previousSecretUntil);
  return (signsAlong ? [secret, previousSecret] : [secret]).map((sealed) => secretKeys.keyOf(sealed, configurationId));
}
