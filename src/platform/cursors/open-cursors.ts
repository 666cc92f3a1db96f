import { createHmac, hash } from 'node:crypto';
import type { CursorScope } from './cursor-codec.ts';

/** First element of the scopes of this form. */
const VERSION = 1;
/** Length of the tag at the end of a cursor, in characters of six bits: 96 bits. */
const TAG_LENGTH = 16;

/**
 * Unencrypted cursors, as they were issued before cursors were sealed: the readable key values of a row, and a tag.
 * They are only read.
 */
export class OpenCursors {
  private readonly secret: string;

  /** @param secret of the installation */
  constructor(secret: string) {
    this.secret = secret;
  }

  /** Returns the values of a cursor of this scope; undefined for any other text. */
  decode({ ordering, partnerId, filter }: CursorScope, cursor: string): readonly string[] | undefined {
    const payload = cursor.slice(0, -TAG_LENGTH);
    const scope = JSON.stringify([VERSION, ordering, partnerId, filter]);
    const key = createHmac('sha256', this.secret).update(scope).digest('base64url');
    const tag = hash('sha256', key + payload, 'base64url').slice(0, TAG_LENGTH);
    if (payload === '' || cursor.slice(-TAG_LENGTH) !== tag) return undefined;
    return valuesOf(Buffer.from(payload, 'base64url').toString());
  }
}

/** Returns the values in the text of a cursor. */
export function valuesOf(text: string): readonly string[] | undefined {
  const values: unknown = JSON.parse(text);
  return Array.isArray(values) ? values.map(String) : undefined;
}
