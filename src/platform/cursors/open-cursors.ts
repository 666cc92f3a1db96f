import { createHmac, hash } from 'node:crypto';
import type { CursorScope } from './cursor-codec.ts';

/** What the scopes of this form begin with. */
const VERSION = 1;
/** Length of the tag at a cursor's end, in characters of six bits: 96 bits. */
const TAG_LENGTH = 16;

/**
 * Cursors of the form in which they were given until they were sealed: the key values of a row for everybody to read, and
 * a tag. They are only read.
 */
export class OpenCursors {
  private readonly secret: string;

  /** @param secret of the installation */
  constructor(secret: string) {
    this.secret = secret;
  }

  /** The values of a cursor of this scope, or undefined for any other text. */
  decode({ ordering, partnerId, filter }: CursorScope, cursor: string): readonly string[] | undefined {
    const payload = cursor.slice(0, -TAG_LENGTH);
    const scope = JSON.stringify([VERSION, ordering, partnerId, filter]);
    const key = createHmac('sha256', this.secret).update(scope).digest('base64url');
    const tag = hash('sha256', key + payload, 'base64url').slice(0, TAG_LENGTH);
    if (payload === '' || cursor.slice(-TAG_LENGTH) !== tag) return undefined;
    return valuesOf(Buffer.from(payload, 'base64url').toString());
  }
}

/** The values that the text of a cursor holds. */
export function valuesOf(text: string): readonly string[] | undefined {
  const values: unknown = JSON.parse(text);
  return Array.isArray(values) ? values.map(String) : undefined;
}
