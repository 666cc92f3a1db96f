import type { IncomingMessage, ServerResponse } from 'node:http';
import { isStorableText } from '../../../kernel/text.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isOutage } from '../../../platform/database/database-failure.ts';
import type { DatabaseFor } from '../../../platform/database/tenant-databases.ts';
import type { Handler } from '../../../platform/http/http-server.ts';
import { BODY_BYTES_MAX, readBody } from '../../../platform/http/read-body.ts';
import { UnreadableBody } from '../../../platform/http/unreadable-body.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Metrics } from '../../../platform/observability/metrics.ts';
import { throttledLog } from '../../../platform/observability/throttled-log.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { withoutMark } from '../../../kernel/exact-json.ts';
import { providerJson } from '../calls/provider-json.ts';
import { elementsOf } from './json-elements.ts';
import { findSender } from './event-sender.ts';
import { signatureProblem } from './event-signature.value.ts';
import { takeEvent, type TakeEventNeeds } from './take-event.ts';
import { readEvent, type ReceivedEvent } from './provider-event.value.ts';

/** Path to which a provider sends its events. */
export const EVENTS_PATH = '/provider/events';
/** After how long an event that could not be stored may be sent again, in seconds (ours). */
const RETRY_SECONDS = 5;
const BODY = { mediaType: 'application/json', bytesMax: BODY_BYTES_MAX };

const OUTCOMES = [
  'LOGGED',
  'REPEATED',
  'PARKED',
  'UNAVAILABLE',
  'PUBLIC_KEY',
  'UNREADABLE',
  'SIGNATURE',
  'TIME',
  'COMPANY_KEY',
] as const;
type Outcome = (typeof OUTCOMES)[number];
const ACCEPTED: readonly Outcome[] = ['LOGGED', 'REPEATED', 'PARKED'];

export interface EventsEndpointNeeds extends TakeEventNeeds {
  readonly database: Database;
  readonly databaseFor: DatabaseFor;
  readonly secrets: SecretBox;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Base of the gateway's public URL. */
  readonly publicUrl: string;
}

/** Receives events of the provider, alone or in an array: 202 once they are stored, 503 if they cannot be, 401 for anything else. */
export function eventsEndpoint(needs: EventsEndpointNeeds): Handler {
  const count = needs.metrics.counter('gateway_provider_events_total', {
    help: 'Events sent to /provider/events, by outcome or reason of the refusal.',
    label: 'outcome',
    values: OUTCOMES,
  });
  const warn = throttledLog(needs.logger, 'warn');
  return async (request, response) => {
    const outcomes = await outcomesOf(needs, request);
    for (const one of outcomes) {
      count(one);
      if (!ACCEPTED.includes(one)) warn({ reason: one }, `an event of the provider was not accepted: ${one}`);
    }
    // The rest of an array that is sent again was taken before. What cannot be read never can: it is not sent again.
    const isAccepted = outcomes.some((one) => ACCEPTED.includes(one));
    const outcome = outcomes.find((one) => one === 'UNAVAILABLE') ?? (isAccepted ? undefined : outcomes[0]);
    if (outcome === undefined) {
      answer(request, response, 202);
      return;
    }
    if (outcome === 'UNAVAILABLE') response.setHeader('retry-after', RETRY_SECONDS);
    answer(request, response, outcome === 'UNAVAILABLE' ? 503 : 401);
  };
}

/** Answers without a reason. If the body was not read to its end, the connection is closed. */
function answer(request: IncomingMessage, response: ServerResponse, status: number): void {
  const headers = { 'content-length': 0, ...(!request.complete && { connection: 'close' }) };
  response.writeHead(status, headers).end();
}

/** Takes each event of a request by itself, in their order, until the database is not available. */
async function outcomesOf(needs: EventsEndpointNeeds, request: IncomingMessage): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  try {
    for (const event of await provenEvents(needs, request))
      outcomes.push(
        typeof event === 'string' ? event : await takeEvent(needs, needs.databaseFor(event.partnerId), event),
      );
  } catch (error) {
    if (error instanceof UnreadableBody) outcomes.push('UNREADABLE');
    else if (isOutage(error)) outcomes.push('UNAVAILABLE');
    else throw error;
  }
  return outcomes;
}

/** Returns the authenticated events of a request, or what is wrong with each. The cheapest checks come first. */
async function provenEvents(
  needs: EventsEndpointNeeds,
  request: IncomingMessage,
): Promise<readonly (ReceivedEvent | Outcome)[]> {
  const { database, secrets, clock, publicUrl } = needs;
  const publicKey = publicKeyOf(request);
  const sender = publicKey === undefined ? undefined : await findSender(database, secrets, publicKey);
  if (sender === undefined) return ['PUBLIC_KEY'];
  const body = await readBody(request, BODY);
  const now = clock.now();
  const { url: path = EVENTS_PATH, headers } = request;
  const problem = signatureProblem({ headers, uri: publicUrl + path, body }, sender, now);
  if (problem !== undefined) return [problem];
  const list = providerJson(body);
  const texts = Array.isArray(list) ? elementsOf(withoutMark(body)) : [body];
  if (texts.length === 0) return ['UNREADABLE'];
  return texts.map((text) => {
    const event = readEvent(text, { partnerId: sender.partnerId, receivedAt: now });
    if (event === undefined) return 'UNREADABLE';
    return event.companyKey === sender.companyKey ? event : 'COMPANY_KEY';
  });
}

function publicKeyOf({ headers, url = '' }: IncomingMessage): string | undefined {
  const { publickey: inHeader = new URL(url, 'http://gateway').searchParams.get('publicKey') } = headers;
  return typeof inHeader === 'string' && isStorableText(inHeader) ? inHeader : undefined;
}
