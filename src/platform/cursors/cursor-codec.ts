import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { sealedBytes, type CursorSeal, type CursorTexts } from './cursor-seal.ts';
import { valuesOf } from './open-cursors.ts';

/** What a cursor belongs to. It is valid only in the same scope. */
export interface CursorScope {
  /** The connection and its order, such as `pockets`. */
  readonly ordering: string;
  readonly partnerId: string;
  /** The filter of the connection, and the owner of its rows; empty if there is none. */
  readonly filter: string;
}

/** The values of a cursor; `expired` for one that was once valid, undefined for any other text. */
export type DecodedCursor = readonly string[] | 'expired' | undefined;

/** Writes and reads the cursors of one scope. */
export interface Cursors {
  encode(values: readonly string[]): string;
  /** Encodes a batch, which costs little more than one cursor. */
  encodeAll(texts: CursorTexts): readonly string[];
  decode(cursor: string): DecodedCursor;
}

/** The current cursor keys. */
export interface CursorRing {
  /** The key that seals new cursors. */
  readonly sealing: CursorSeal;
  /** Returns the key of an id; `closed` if it no longer opens cursors. */
  keyOf(id: number): CursorSeal | 'closed' | undefined;
  /** Reads an unencrypted cursor, from before cursors were sealed. */
  decodeOpen(scope: CursorScope, cursor: string): DecodedCursor;
}

/** Maximum number of cached digests. */
const DIGESTS_MAX = 1_000;

/**
 * Opaque cursors: the key values of a row, sealed for their scope. They cannot be read or forged, and those of another
 * partner, order or filter are recognized without being stored. The same row has the same cursor.
 */
export class CursorCodec {
  private readonly ring: CursorRing;
  /** Digests of recently used scopes: a page makes at least two cursors. */
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
