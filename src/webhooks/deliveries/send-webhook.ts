import { randomUUID, type KeyObject } from 'node:crypto';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { asWork, traceHeaders } from '../../platform/observability/spans.ts';
import type { CallOutcome } from '../../platform/outbound/outbound-call.ts';
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts';
import { hmacSignature, signatureHeader, type HmacRequest, type Signers } from '../signing/signature.value.ts';
import type { WebhookFormat } from '../configurations/webhook-configuration.enum.ts';

const USER_AGENT = 'partner-banking-gateway';
/** The endpoint took too long to read the request: its fault, unlike all other statuses below 500. */
const HTTP_REQUEST_TIMEOUT = 408;

const CONTENT_TYPES: Readonly<Record<WebhookFormat, string>> = {
  STANDARD: 'application/json; charset=utf-8',
  CLOUDEVENTS: 'application/cloudevents+json',
  ENVELOPES: 'application/json; charset=utf-8',
};

/** The endpoint of a message. */
interface Address {
  readonly uri: string;
  readonly publicKey: string;
}

/** The sequence of an event, and of the previous message: null if unknown. */
interface MessageSequences {
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
  /** Where it is among the messages of its configuration; undefined if it is not about an event. */
  readonly sequences: MessageSequences | undefined;
  readonly format: WebhookFormat;
  /** In this format. */
  readonly body: string;
}

/** How a call ended. */
export interface SentCall {
  readonly at: Date;
  readonly elapsedMicroseconds: number;
  /** Null without a response. */
  readonly httpStatus: number | null;
  /** What went wrong, in a few words; null for a success. */
  readonly failure: string | null;
  /** Whether the endpoint itself failed, rather than rejected this one message. */
  readonly isFault: boolean;
  readonly retryAfter: string | undefined;
}

/** A message to be sent. */
export interface Outgoing {
  readonly address: Address;
  readonly envelope: Envelope;
  readonly signers: Signers;
  readonly at: Date;
}

/** Sends one signed message. `cancelled`: this process aborted it before a response, which proves nothing. */
export async function sendWebhook(outbound: OutboundClient, outgoing: Outgoing): Promise<SentCall | 'cancelled'> {
  const headers = headersOf(outgoing);
  const { address, envelope, at } = outgoing;
  const { event, attempt, body } = envelope;
  const attributes = { 'webhook.event': event, 'webhook.id': envelope.id, 'webhook.attempt': attempt };
  const outcome = await asWork(`deliver ${event}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    if (span.isRecording()) span.setAttribute('correlation.id', correlationIdOf(body));
    const answered = await outbound.post({ url: address.uri, headers: { ...headers, ...traceHeaders() }, body });
    if ('status' in answered) span.setAttribute('http.response.status_code', answered.status);
    else span.setStatus({ code: SpanStatusCode.ERROR });
    return answered;
  });
  return 'failure' in outcome && outcome.failure.kind === 'aborted' ? 'cancelled' : sentCall(outcome, at);
}

/** The gateway writes all bodies, with the id in this form. */
function correlationIdOf(body: string): string {
  return /"correlationId":"([0-9a-f-]{36})"/.exec(body)?.[1] ?? '';
}

function headersOf({ address, envelope, signers, at }: Outgoing): Record<string, string> {
  const { id, idempotencyKey, event, context, attempt, sequences, format, body } = envelope;
  const { publicKey } = address;
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    'content-type': CONTENT_TYPES[format],
    'user-agent': USER_AGENT,
    publicKey,
    'idempotency-key': idempotencyKey,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader({ id, timestamp, body }, signers),
    'webhook-event': event,
    'webhook-context': context,
    'webhook-attempt': String(attempt),
    ...(sequences && sequenceHeaders(sequences)),
    ...(signers.hmac && hmacHeaders({ ...address, requestTimestamp: String(timestamp), body }, signers.hmac)),
  };
}

/** The nonce must never repeat: it does not come from the injected source, which tests can repeat. */
function hmacHeaders(request: Omit<HmacRequest, 'nonce'>, key: KeyObject): Record<string, string> {
  const nonce = randomUUID().replaceAll('-', '');
  const { requestTimestamp } = request;
  return { authorization: `hmac ${hmacSignature({ ...request, nonce }, key)}`, nonce, requestTimestamp };
}

function sequenceHeaders({ sequence, previousSequence }: MessageSequences): Record<string, string> {
  return {
    'webhook-sequence': sequence,
    ...(previousSequence !== null && { 'webhook-previous': previousSequence }),
  };
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
