import type { MessageTracker } from './tracker.ts';
import type { WebhookVerifier } from './verify.ts';
import { WebhookRefused, type Refusal, type WebhookHeaders, type WebhookMessage } from './webhook-message.ts';

export interface ReceiverOptions {
  readonly verifier: WebhookVerifier;
  /** The tracker of the configuration whose messages arrive here. */
  readonly tracker: MessageTracker;
  /** Handles a message. Store the tracker's `state` after `receive`. */
  readonly handle: (message: WebhookMessage) => Promise<void>;
}

/** HTTP status to respond to a delivery with: any but 2xx causes a retry. */
export type AnswerStatus = 204 | 400 | 401 | 409 | 500 | 503;

const STATUS_OF: Readonly<Record<Refusal, AnswerStatus>> = {
  HEADERS: 401,
  TIMESTAMP: 401,
  SIGNATURE: 401,
  KEYS: 503,
  SEQUENCE: 400,
};

/** Verifies one delivery, handles it once, and acknowledges it only after that. Returns the status to respond with. */
export async function receive(
  { verifier, tracker, handle }: ReceiverOptions,
  headers: WebhookHeaders,
  body: string | Uint8Array,
): Promise<AnswerStatus> {
  const message = await verified(verifier, headers, body);
  if (typeof message === 'number') return message;
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
): Promise<WebhookMessage | AnswerStatus> {
  try {
    return await verifier.verify(headers, body);
  } catch (error) {
    if (error instanceof WebhookRefused) return STATUS_OF[error.reason];
    throw error;
  }
}
