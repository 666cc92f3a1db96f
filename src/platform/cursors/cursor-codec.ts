import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { sealedBytes, type CursorSeal, type CursorTexts } from './cursor-seal.ts';
import { valuesOf } from './open-cursors.ts';

/** What a cursor belongs to. A cursor is good only where all of it is the same. */
export interface CursorScope {
  /** Which connection and order, such as `pockets`. */
  readonly ordering: string;
  readonly partnerId: string;
  /** The filter of the connection, and whose rows they are; empty when there is none. */
  readonly filter: string;
}

/** The values of a cursor; `expired` for one that was good once, undefined for any other text. */
export type DecodedCursor = readonly string[] | 'expired' | undefined;

/** Writes and reads the cursors of one scope. */
export interface Cursors {
  encode(values: readonly string[]): string;
  /** Many at once, which costs little more than one. */
  encodeAll(texts: CursorTexts): readonly string[];
  decode(cursor: string): DecodedCursor;
}

/** The keys of cursors as they stand now. */
export interface CursorRing {
  /** The key that seals. */
  readonly sealing: CursorSeal;
  /** The key of an id; `closed` where it opens no more. */
  keyOf(id: number): CursorSeal | 'closed' | undefined;
  /** Reads a cursor of the form before they were sealed. */
  decodeOpen(scope: CursorScope, cursor: string): DecodedCursor;
}

/** Digests that are remembered at most. */
const DIGESTS_MAX = 1_000;

/**
 * Opaque cursors: the key values of a row, sealed for their scope. Nobody can read one or make one up, and one of another
 * partner, order or filter is told from one's own without being stored. The same row has the same cursor.
 */
export class CursorCodec {
  private readonly ring: CursorRing;
  /** Of scopes that were lately asked for: a page makes at least two cursors. */
  private readonly digests = new LRUCache<string, Buffer>({ max: DIGESTS_MAX });

  constructor(ring: CursorRing) {
    this.ring = ring;
  }

  of(scope: CursorScope): Cursors {
    const { ring } = this;
    const { ordering, partnerId, filter } = scope;
    const digest = this.digestOf(JSON.stringify([ordering, partnerId, filter]));
    return {
      encode: (values) => ring.sealing.seal(digest, JSON.stringify(values)),
      encodeAll: (texts) => ring.sealing.sealAll(digest, texts),
      decode(cursor) {
        const bytes = sealedBytes(cursor);
        const key = bytes && ring.keyOf(bytes[0] ?? 0);
        const text = bytes && key !== 'closed' ? key?.open(digest, bytes) : undefined;
        if (text !== undefined) return valuesOf(text);
        return ring.decodeOpen(scope, cursor) ?? (key === 'closed' ? 'expired' : undefined);
      },
    };
  }

  private digestOf(scope: string): Buffer {
    let digest = this.digests.get(scope);
    if (digest === undefined) {
      digest = Buffer.from(hash('sha256', scope, 'hex'), 'hex');
      this.digests.set(scope, digest);
    }
    return digest;
  }
}
