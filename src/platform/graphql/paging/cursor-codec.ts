import { createHmac, hash } from 'node:crypto';

/** Grows when the meaning of cursors changes; older ones are then refused instead of misread. */
const CURSOR_VERSION = 1;
/** Length of the tag at a cursor's end, in characters of six bits: 96 bits. */
const TAG_LENGTH = 16;

/** Keys of scopes that are remembered at most; then all are made anew. */
const KEYS_MAX = 10_000;

/** What a cursor belongs to. A cursor is good only where all of it is the same. */
export interface CursorScope {
  /** Which connection and order, such as `pockets`. */
  readonly ordering: string;
  readonly partnerId: string;
  /** The filter of the connection, and whose rows they are; empty when there is none. */
  readonly filter: string;
}

/** Writes and reads the cursors of one scope. */
export interface Cursors {
  encode(values: readonly string[]): string;
  /** The values of a cursor of this scope, or undefined for any other text. */
  decode(cursor: string): readonly string[] | undefined;
}

/**
 * Opaque cursors: the key values of a row, and a tag over them and their scope made with the installation's secret.
 * Nobody can make one up, and one of another partner, order or filter is told from one's own without being stored.
 */
export class CursorCodec {
  private readonly secret: string;
  private readonly keys = new Map<string, string>();

  constructor(secret: string) {
    this.secret = secret;
  }

  of({ ordering, partnerId, filter }: CursorScope): Cursors {
    const scope = JSON.stringify([CURSOR_VERSION, ordering, partnerId, filter]);
    // The tag shows 96 of 256 bits, so that a longer text cannot be signed by continuing a shorter one's hash.
    const tagOf = (payload: string) => hash('sha256', this.keyOf(scope) + payload, 'base64url').slice(0, TAG_LENGTH);
    return {
      encode(values) {
        const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
        return payload + tagOf(payload);
      },
      decode(cursor) {
        const payload = cursor.slice(0, -TAG_LENGTH);
        if (payload === '' || cursor.slice(-TAG_LENGTH) !== tagOf(payload)) return undefined;
        const values: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
        return Array.isArray(values) ? values.map(String) : undefined;
      },
    };
  }

  private keyOf(scope: string): string {
    let key = this.keys.get(scope);
    if (key === undefined) {
      key = createHmac('sha256', this.secret).update(scope).digest('base64url');
      if (this.keys.size >= KEYS_MAX) this.keys.clear();
      this.keys.set(scope, key);
    }
    return key;
  }
}
