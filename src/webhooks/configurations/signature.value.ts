import { createHmac, type KeyObject } from 'node:crypto';

/** What a receiver verifies a message by (Standard Webhooks). */
export interface SignedContent {
  /** Of the message: the same on every try. */
  readonly id: string;
  /** Of this try, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: one signature for each key, with a space between. */
export function signaturesOf({ id, timestamp, body }: SignedContent, keys: readonly (KeyObject | Buffer)[]): string {
  const content = `${id}.${timestamp}.${body}`;
  return keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ');
}
