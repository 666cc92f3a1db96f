import { hash } from 'node:crypto';

/** The hash before the first event of a partner. */
export const CHAIN_START = '0'.repeat(64);
/** Maximum number of events per checkpoint, and how long one stays open, in milliseconds (docs/events.md). */
export const CHECKPOINT_EVENTS_MAX = 1_000;
export const CHECKPOINT_OPEN_MS = 60_000;

/** An event as it is hashed. */
export interface ChainedEvent {
  readonly sequence: string;
  readonly id: string;
  /** SHA-256 of the exact text of the body, in hex. */
  readonly bodyHash: string;
}

/** Returns the next hash: hex SHA-256 of the lines previous hash, sequence, id and hex SHA-256 of the body. */
export function nextHash(previous: string, { sequence, id, bodyHash }: ChainedEvent): string {
  return sha256([previous, sequence, id, bodyHash].join('\n'));
}

/** The content of a checkpoint. */
export interface CheckpointWords {
  readonly companyKey: string;
  readonly fromSequence: string;
  readonly toSequence: string;
  readonly formerHash: string;
  readonly hash: string;
  readonly at: Date;
}

/** Returns the signed text. */
export function contentOf({
  companyKey,
  fromSequence,
  toSequence,
  formerHash,
  hash: own,
  at,
}: CheckpointWords): string {
  return ['checkpoint/1', companyKey, fromSequence, toSequence, formerHash, own, at.toISOString()].join('\n');
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
