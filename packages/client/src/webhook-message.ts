import { compareSequences, isSequence } from './sequence.ts';

/** Headers of `fetch`, by any implementation, or by name, as Node and clouds pass them. */
export type WebhookHeaders =
  { readonly get: (name: string) => string | null | undefined } | Readonly<Record<string, HeaderValue>>;
type HeaderValue = string | readonly string[] | undefined;

/** A webhook whose signature is valid. */
export interface WebhookMessage {
  /** The same on each try. Only it and `body` are signed; all other fields are from headers that are not. */
  readonly id: string;
  readonly event: string;
  readonly context: string;
  /** How often it was tried before; 0 on the first try. */
  readonly attempt: number;
  /** Guards against handling the message twice; the same on each try. */
  readonly idempotencyKey: string;
  /** Place of the event, such as `2.1841`; undefined for a ping, which has none. */
  readonly sequence: string | undefined;
  /** Sequence of the previous message; null if this is the first, undefined if unknown, as for old messages. */
  readonly previous: string | null | undefined;
  readonly body: string;
}

export type Refusal =
  /** A required header is missing. */
  | 'HEADERS'
  /** It is too old, or in the future. */
  | 'TIMESTAMP'
  | 'SIGNATURE'
  /** No public key is available now, and no secret has signed: a retry may succeed. */
  | 'KEYS'
  /** `webhook-sequence` or `webhook-previous` has a form that the gateway never sends. */
  | 'SEQUENCE';

/** Thrown for a delivery that cannot be trusted. */
export class WebhookRefused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WebhookRefused';
    this.reason = reason;
  }
}

/** `webhook-previous` of the first message. */
const NONE = 'none';

/** Returns a header, whatever the case of its name; empty if it is absent or there are several. */
export function headerOf(headers: WebhookHeaders, name: string): string {
  if (hasGet(headers)) return headers.get(name) ?? '';
  const found = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof found === 'string') return found;
  return found?.length === 1 ? (found[0] ?? '') : '';
}

function hasGet(headers: WebhookHeaders): headers is Exclude<WebhookHeaders, Readonly<Record<string, HeaderValue>>> {
  return typeof headers.get === 'function';
}

/**
 * Reads the message from headers and a body.
 * @throws WebhookRefused if its sequences have a form or an order that the gateway never sends
 */
export function messageOf(headers: WebhookHeaders, body: string): WebhookMessage {
  const of = (name: string) => headerOf(headers, name);
  const [sequence, said] = [of('webhook-sequence') || undefined, of('webhook-previous') || undefined];
  const previous = said === NONE ? null : said;
  expectPlace(sequence, previous);
  return {
    id: of('webhook-id'),
    event: of('webhook-event'),
    context: of('webhook-context'),
    attempt: Number(of('webhook-attempt')),
    idempotencyKey: of('idempotency-key'),
    sequence,
    previous,
    body,
  };
}

/** These headers are not signed: values that a tracker cannot order must not reach it. */
function expectPlace(sequence: string | undefined, previous: string | null | undefined): void {
  const areForms = [sequence, previous].every((one) => one == null || isSequence(one));
  if (areForms && (sequence === undefined || previous == null || compareSequences(previous, sequence) < 0)) return;
  throw new WebhookRefused(
    'SEQUENCE',
    'webhook-previous and webhook-sequence are not sequences such as 2.1840 and 2.1841.',
  );
}
