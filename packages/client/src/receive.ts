import type { MessageTracker } from './tracker.ts';
import { WebhookRefused, type WebhookVerifier } from './verify.ts';
import type { WebhookHeaders, WebhookMessage } from './webhook-message.ts';

export interface ReceiverOptions {
  readonly verifier: WebhookVerifier;
  /** Of the configuration whose messages come here. */
  readonly tracker: MessageTracker;
  /** Does what the message asks for. Once it is done, the tracker's `state` is to be stored. */
  readonly handle: (message: WebhookMessage) => Promise<void>;
}

/** What to answer a delivery: nothing but 2xx ends its tries. */
export type AnswerStatus = 204 | 401 | 409 | 500;

/** Receives one delivery: verified, handled once, and acknowledged only when that is done. Gives the status to answer. */
export async function receive(
  { verifier, tracker, handle }: ReceiverOptions,
  headers: WebhookHeaders,
  body: string | Uint8Array,
): Promise<AnswerStatus> {
  const message = await verified(verifier, headers, body);
  if (message === undefined) return 401;
  const verdict = tracker.take(message);
  if (verdict !== 'NEW') return verdict === 'DUPLICATE' ? 204 : 409;
  try {
    await handle(message);
  } catch {
    tracker.release(message);
    return 500;
  }
  tracker.ack(message);
  return 204;
}

async function verified(
  verifier: WebhookVerifier,
  headers: WebhookHeaders,
  body: string | Uint8Array,
): Promise<WebhookMessage | undefined> {
  try {
    return await verifier.verify(headers, body);
  } catch (error) {
    if (error instanceof WebhookRefused) return undefined;
    throw error;
  }
}
