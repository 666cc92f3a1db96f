import type { KeyObject } from 'node:crypto';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { instantOf } from '../../platform/statements/instant.ts';
import { asWork, traceHeaders } from '../../platform/observability/spans.ts';
import type { CallOutcome } from '../../platform/outbound/outbound-call.ts';
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts';
import { signaturesOf } from '../configurations/signature.value.ts';
import type { SigningKeys } from '../configurations/signing-keys.ts';

const USER_AGENT = 'partner-banking-gateway';
/** The endpoint took too long to read the request: its fault, unlike all other statuses below 500. */
const HTTP_REQUEST_TIMEOUT = 408;

/** Where a message goes, and what it is signed with. */
export interface Endpoint {
  readonly configurationId: string;
  readonly uri: string;
  readonly publicKey: string;
  /** Sealed, as the former one. */
  readonly secret: string;
  readonly previousSecret: string | null;
  /** As PostgreSQL writes it. */
  readonly previousSecretUntil: string | null;
}

/** The sequence of an event, and of the message before: null where that is not known. */
interface MessagePlace {
  readonly sequence: string;
  readonly previousSequence: string | null;
}

export interface Envelope {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly event: string;
  readonly context: string;
  /** 0 for the first send. */
  readonly attempt: number;
  /** Where it stands among the messages of its configuration; undefined for what tells of no event. */
  readonly place: MessagePlace | undefined;
  readonly body: string;
}

/** How a call ended, whoever wanted it. */
export interface SentCall {
  readonly at: Date;
  readonly elapsedMicroseconds: number;
  /** Null when there was no answer. */
  readonly httpStatus: number | null;
  /** What went wrong, in a few words; null for a success. */
  readonly failure: string | null;
  /** Whether the endpoint itself failed; an answer that refuses this one message is none. */
  readonly isFault: boolean;
  readonly retryAfter: string | undefined;
}

export interface Sender {
  readonly outbound: OutboundClient;
  readonly signingKeys: SigningKeys;
}

/** Sends one signed message. `cancelled`: it was ended from here before there was an answer, and says nothing. */
export async function sendWebhook(
  { outbound, signingKeys }: Sender,
  endpoint: Endpoint,
  envelope: Envelope,
  at: Date,
): Promise<SentCall | 'cancelled'> {
  const headers = headersOf(endpoint, envelope, { at, keys: keysOf(signingKeys, endpoint, at) });
  const { event, attempt, body } = envelope;
  const attributes = { 'webhook.event': event, 'webhook.id': envelope.id, 'webhook.attempt': attempt };
  const outcome = await asWork(`deliver ${event}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    if (span.isRecording()) span.setAttribute('correlation.id', correlationIdOf(body));
    const answered = await outbound.post({ url: endpoint.uri, headers: { ...headers, ...traceHeaders() }, body });
    if ('status' in answered) span.setAttribute('http.response.status_code', answered.status);
    else span.setStatus({ code: SpanStatusCode.ERROR });
    return answered;
  });
  return 'failure' in outcome && outcome.failure.kind === 'aborted' ? 'cancelled' : sentCall(outcome, at);
}

/** Bodies are made here, with the id in one form. */
function correlationIdOf(body: string): string {
  return /"correlationId":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? '';
}

function headersOf(
  { publicKey }: Endpoint,
  { id, idempotencyKey, event, context, attempt, place, body }: Envelope,
  { at, keys }: { at: Date; keys: readonly KeyObject[] },
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': USER_AGENT,
    publicKey,
    'idempotency-key': idempotencyKey,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signaturesOf({ id, timestamp, body }, keys),
    'webhook-event': event,
    'webhook-context': context,
    'webhook-attempt': String(attempt),
    ...(place && placeHeaders(place)),
  };
}

function placeHeaders({ sequence, previousSequence }: MessagePlace): Record<string, string> {
  return {
    'webhook-sequence': sequence,
    ...(previousSequence !== null && { 'webhook-previous': previousSequence }),
  };
}

/** The key in force, and beside it the former one while receivers still follow a change. */
function keysOf(signingKeys: SigningKeys, endpoint: Endpoint, at: Date): readonly KeyObject[] {
  const { configurationId, secret, previousSecret, previousSecretUntil } = endpoint;
  const signsAlong = previousSecret !== null && previousSecretUntil !== null && at < instantOf(previousSecretUntil);
  return (signsAlong ? [secret, previousSecret] : [secret]).map((sealed) => signingKeys.keyOf(sealed, configurationId));
}

function sentCall(outcome: CallOutcome, at: Date): SentCall {
  const { elapsedMicroseconds } = outcome;
  if ('failure' in outcome)
    return {
      at,
      elapsedMicroseconds,
      httpStatus: null,
      failure: outcome.failure.message,
      isFault: true,
      retryAfter: undefined,
    };
  const { status, retryAfter } = outcome;
  return {
    at,
    elapsedMicroseconds,
    httpStatus: status,
    failure: failureOfStatus(status),
    isFault: status >= 500 || status === HTTP_REQUEST_TIMEOUT,
    retryAfter,
  };
}

function failureOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}
