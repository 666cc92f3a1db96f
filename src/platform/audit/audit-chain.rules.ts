import { createHash } from 'node:crypto';

/** The content of an entry that is hashed. */
export interface ChainedEntry {
  readonly id: string;
  /** In RFC 3339, UTC, with milliseconds. */
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
  /** Position of the newest entry, as a decimal; 0 for an empty chain. */
  readonly position: string;
  /** 64 hex digits. */
  readonly hash: string;
}

/** The head of an empty chain. */
export const CHAIN_START: ChainHead = { position: '0', hash: '0'.repeat(64) };

/**
 * Returns the head after one more entry. Its hash is the SHA-256, in hex, of a JSON array: the previous hash, the
 * position, id, instant, partner, client, mutation, result, subject, count and correlation id. Anyone can recompute it.
 */
export function nextHead(head: ChainHead, entry: ChainedEntry): ChainHead {
  const position = String(BigInt(head.position) + 1n);
  const { id, at, partnerId, client, mutation, result, subject, count, correlationId } = entry;
  const hashed = [head.hash, position, id, at, partnerId, client, mutation, result, subject, count, correlationId];
  return { position, hash: createHash('sha256').update(JSON.stringify(hashed)).digest('hex') };
}
