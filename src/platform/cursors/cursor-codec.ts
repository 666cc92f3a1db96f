/**
 * Writes places in lists as cursors, and refuses those that it did not write.
 * @packageDocumentation
 */

import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** What a cursor belongs to. It is valid only in the same scope. */
export interface CursorScope {
  /** The connection and its order, such as `pockets`. */
  readonly ordering: string;
  readonly partnerId: string;
  /** The filter of the connection, and the owner of its rows; empty if there is none. */
  readonly filter: string;
}

/** Writes and reads the cursors of one scope. */
export interface Cursors {
  encode(values: readonly string[]): string;
  /** The same for values as PostgreSQL sends them in a row: each after its length, as a 32-bit integer. */
  encodeFields(bytes: Buffer, from: number, to: number): string;
  /** Returns the values of a cursor of this scope; undefined for any other text. */
  decode(cursor: string): readonly string[] | undefined;
}

const KEY_BYTES = 32;
const LENGTH_BYTES = 4;
/** Length of the tag at the end of a cursor, in characters of six bits: 96 bits. */
const TAG_LENGTH = 16;
/** Maximum number of keys that are kept. */
const KEYS_MAX = 1_000;

/**
 * Cursors are the key of a row, which its partner sees anyway, and a tag, without which no text is a cursor: it cannot be
 * made up, or used by another partner, or with another order or filter. The same row has the same cursor.
 *
 * Each scope has a key, an HMAC of the scope. Tags are hashes of that key and what the tag protects: an HMAC for each
 * cursor of a page would take three to five times as long. A shortened hash cannot be continued, so that this is as safe.
 */
export class CursorCodec {
  private readonly key: Buffer;
  private readonly keys = new LRUCache<string, string>({ max: KEYS_MAX });

  /** @param secret of the installation, which all of its processes share */
  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'cursors', KEY_BYTES));
  }

  of({ ordering, partnerId, filter }: CursorScope): Cursors {
    const key = this.keyOf(JSON.stringify([ordering, partnerId, filter]));
    const tagOf = (fields: string) => hash('sha256', key + fields, 'base64url').slice(0, TAG_LENGTH);
    const tagged = (fields: string) => fields + tagOf(fields);
    return {
      encode: (values) => tagged(fieldsOf(values).toString('base64url')),
      encodeFields: (bytes, from, to) => tagged(bytes.toString('base64url', from, to)),
      decode(cursor) {
        const fields = cursor.slice(0, -TAG_LENGTH);
        return isSame(cursor.slice(-TAG_LENGTH), tagOf(fields)) ? valuesIn(fields) : undefined;
      },
    };
  }

  private keyOf(scope: string): string {
    const known = this.keys.get(scope);
    if (known !== undefined) return known;
    const key = createHmac('sha256', this.key).update(scope).digest('base64url');
    this.keys.set(scope, key);
    return key;
  }
}

function fieldsOf(values: readonly string[]): Buffer {
  const texts = values.map((value) => Buffer.from(value));
  const fields = Buffer.alloc(texts.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  let at = 0;
  for (const text of texts) {
    at = fields.writeInt32BE(text.length, at);
    at += text.copy(fields, at);
  }
  return fields;
}

function valuesIn(cursor: string): readonly string[] {
  const fields = Buffer.from(cursor, 'base64url');
  const values: string[] = [];
  for (let at = 0; at < fields.length;) {
    const from = at + LENGTH_BYTES;
    at = from + fields.readInt32BE(at);
    values.push(fields.toString('utf8', from, at));
  }
  return values;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
