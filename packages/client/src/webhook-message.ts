/** Headers as `fetch` has them, or as Node does. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook whose signature is right. */
export interface WebhookMessage {
  /** The same on each try. */
  readonly id: string;
  readonly event: string;
  readonly context: string;
  /** How often it was tried before. */
  readonly attempt: number;
  /** Guards against handling the message twice; the same on each try. */
  readonly idempotencyKey: string;
  /** Place of the event, such as `2.1841`; undefined: a ping, which has none. */
  readonly sequence: string | undefined;
  /** Sequence of the message before it; null: it is the first. Undefined: it is not known, as of old messages. */
  readonly previous: string | null | undefined;
  readonly body: string;
}

/** What `webhook-previous` says of the first message. */
const NONE = 'none';

/** A header, whatever the case of its name; empty where it is absent or there are several. */
export function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : '';
}

/** The message in headers and a body. */
export function messageOf(headers: WebhookHeaders, body: string): WebhookMessage {
  const of = (name: string) => headerOf(headers, name);
  const previous = of('webhook-previous');
  return {
    id: of('webhook-id'),
    event: of('webhook-event'),
    context: of('webhook-context'),
    attempt: Number(of('webhook-attempt')),
    idempotencyKey: of('idempotency-key'),
    sequence: of('webhook-sequence') || undefined,
    previous: previous === NONE ? null : previous || undefined,
    body,
  };
}
