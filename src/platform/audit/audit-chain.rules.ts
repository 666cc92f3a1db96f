import { createHash } from 'node:crypto';

/** An entry as it is hashed. */
export interface ChainedEntry {
  readonly id: string;
  /** RFC 3339, in UTC, with milliseconds. */
  readonly at: string;
  readonly partnerId: string;
  readonly client: string | null;
  readonly mutation: string;
  readonly result: string;
  readonly subject: string | null;
  readonly count: number;
  readonly correlationId: string;
}

/** The end of a chain. */
export interface ChainHead {
  /** Of the newest entry, as a decimal; 0: there is none. */
  readonly position: string;
  /** 64 hex digits. */
  readonly hash: string;
}

/** Where a chain begins. */
export const CHAIN_START: ChainHead = { position: '0', hash: '0'.repeat(64) };

/**
 * The head after another entry. Its hash is the SHA-256, in hex, of a JSON list: the hash before, the position, id,
 * instant, partner, client, mutation, result, subject, count and correlation id. Anybody can compute it again.
 */
export function nextHead(head: ChainHead, entry: ChainedEntry): ChainHead {
  const position = String(BigInt(head.position) + 1n);
  const { id, at, partnerId, client, mutation, result, subject, count, correlationId } = entry;
  const said = [head.hash, position, id, at, partnerId, client, mutation, result, subject, count, correlationId];
  return { position, hash: createHash('sha256').update(JSON.stringify(said)).digest('hex') };
}
