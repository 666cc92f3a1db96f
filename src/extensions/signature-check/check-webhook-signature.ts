import type { Clock } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Database } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { bodyWriter, type BodySources } from '../../webhooks/deliveries/message-body.ts';
import { findEndpoint, type TestedEndpoint } from '../../webhooks/test-messages/send-test-message.ts';
import type { KeyRing } from '../../webhooks/deliveries/signers.ts';
import { keyProblem } from './key-problem.ts';
import { hmacProblem } from './hmac-problem.ts';
import { receivedSchemes, type ReceivedHeaders, type ReceivedSchemes } from './received-headers.value.ts';
import { secretProblem } from './secret-problem.ts';
import { FIND_SENT_MESSAGE } from './signature-check.rows.ts';
import { bodyProblem, timestampProblem } from './signature-check.rules.ts';
import type { SignatureStep } from './signature-step.enum.ts';

const ALL_RIGHT =
  'The signature is valid. A receiver that rejects it verifies something else: the signed text is webhook-id, webhook-timestamp and the raw body, joined by dots; the key is the decoded base64 after whsec_ or whpk_. With authorization: hmac it is publicKey, the URL as one escaped part in lower case, requestTimestamp, nonce and the base64 of the raw body, joined by &; the key is the text of the secret.';

export interface SignatureCheckDependencies extends KeyRing, BodySources {
  readonly database: Database;
  readonly clock: Clock;
}

/** A message as the receiver got it. */
export interface ReceivedMessage {
  readonly configurationId: string;
  readonly headers: object;
  readonly body: string;
  readonly receivedAt: Date | undefined;
}

/** The first step that fails, or null, and what to do. */
export interface CheckedSignature {
  readonly failed: SignatureStep | null;
  readonly advice: string;
}

/**
 * Explains why a receiver rejects a message. It reveals whether a signature matches and whose it is, but nothing that
 * helps to forge one.
 * @returns undefined if the partner has no such configuration
 */
export async function checkWebhookSignature(
  dependencies: SignatureCheckDependencies,
  partnerId: string,
  received: ReceivedMessage,
): Promise<CheckedSignature | undefined> {
  const endpoint = await findEndpoint(dependencies.database, partnerId, received.configurationId);
  if (endpoint === undefined) return undefined;
  const schemes = receivedSchemes(received.headers);
  if (typeof schemes === 'string') return { failed: 'HEADERS', advice: schemes };
  const { standard, hmac } = schemes;
  const at = received.receivedAt ?? dependencies.clock.now();
  const late = timestampProblem(timestampOf(schemes), at);
  if (late !== undefined) return { failed: 'TIMESTAMP', advice: late };
  const { body } = received;
  const ofStandard = standard && (await checkStandard(dependencies, endpoint, { headers: standard, body, at }));
  if (ofStandard !== undefined) return ofStandard;
  const byHmac = hmac && hmacProblem(dependencies.secretKeys, endpoint, { ...hmac, body });
  return byHmac === undefined ? { failed: null, advice: ALL_RIGHT } : { failed: 'HMAC', advice: byHmac };
}

function timestampOf({ standard, hmac }: ReceivedSchemes): { readonly name: string; readonly timestamp: string } {
  if (standard !== undefined) return { name: 'webhook-timestamp', timestamp: standard.timestamp };
  return { name: 'requestTimestamp', timestamp: hmac?.requestTimestamp ?? '' };
}

/** Checks message, body and signatures of Standard Webhooks. */
async function checkStandard(
  dependencies: SignatureCheckDependencies,
  endpoint: TestedEndpoint,
  received: ReceivedSignatures,
): Promise<CheckedSignature | undefined> {
  const { headers, body } = received;
  return (
    (await checkMessage(dependencies, endpoint, { id: headers.id, body })) ??
    (await checkSignatures(dependencies, endpoint, received))
  );
}

/** Skips ids that are not stored: of a ping, of a sample, or altered. */
async function checkMessage(
  dependencies: SignatureCheckDependencies,
  { partnerId, configurationId }: TestedEndpoint,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<CheckedSignature | undefined> {
  const [sent] = isUuid(id) ? await dependencies.database.run(FIND_SENT_MESSAGE, [partnerId, id]) : [];
  if (sent === undefined) return undefined;
  if (sent.configurationId !== configurationId)
    return { failed: 'MESSAGE', advice: `The message belongs to another configuration: ${sent.configurationId}.` };
  const { format, occurredAt, ...event } = sent;
  const message = { partnerId, format, event: { ...event, occurredAt: instantOf(occurredAt) } };
  const write = await bodyWriter(dependencies, [message]);
  const advice = bodyProblem(body, write(message));
  return advice === undefined ? undefined : { failed: 'BODY', advice };
}

interface ReceivedSignatures {
  readonly headers: ReceivedHeaders;
  readonly body: string;
  readonly at: Date;
}

/** Checks only the schemes of the configuration. */
async function checkSignatures(
  dependencies: SignatureCheckDependencies,
  endpoint: TestedEndpoint,
  { headers, body, at }: ReceivedSignatures,
): Promise<CheckedSignature | undefined> {
  const { partnerId, signsV1, signsV1a } = endpoint;
  const content = { id: headers.id, timestamp: Number(headers.timestamp), body };
  const bySecret = signsV1 ? await secretProblem(dependencies, endpoint, { content, received: headers.v1 }) : undefined;
  if (bySecret !== undefined) return { failed: 'V1', advice: bySecret };
  const signed = { content, received: headers.v1a };
  const byKey = signsV1a ? await keyProblem(dependencies, { partnerId, at }, signed) : undefined;
  return byKey === undefined ? undefined : { failed: 'V1A', advice: byKey };
}
