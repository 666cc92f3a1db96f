import type { Clock } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Database } from '../../platform/database/database.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { bodyIn } from '../../webhooks/deliveries/cloud-event.value.ts';
import { findEndpoint, type TestedEndpoint } from '../../webhooks/test-messages/send-test-message.ts';
import type { KeyRing } from '../../webhooks/deliveries/signers.ts';
import { keyProblem } from './key-problem.ts';
import { receivedHeaders, type ReceivedHeaders } from './received-headers.value.ts';
import { secretProblem } from './secret-problem.ts';
import { FIND_SENT_MESSAGE } from './signature-check.rows.ts';
import { bodyProblem, timestampProblem } from './signature-check.rules.ts';
import type { SignatureStep } from './signature-step.enum.ts';

const ALL_RIGHT =
  'The signature is valid. A receiver that rejects it verifies something else: the signed text is webhook-id, webhook-timestamp and the raw body, joined by dots; the key is the decoded base64 after whsec_ or whpk_.';

export interface SignatureCheckDependencies extends KeyRing {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
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
  const headers = receivedHeaders(received.headers);
  if (typeof headers === 'string') return { failed: 'HEADERS', advice: headers };
  const at = received.receivedAt ?? dependencies.clock.now();
  const late = timestampProblem(headers.timestamp, at);
  if (late !== undefined) return { failed: 'TIMESTAMP', advice: late };
  return (
    (await checkMessage(dependencies, endpoint, { id: headers.id, body: received.body })) ??
    (await checkSignatures(dependencies, endpoint, { headers, body: received.body, at })) ?? {
      failed: null,
      advice: ALL_RIGHT,
    }
  );
}

/** Skips ids that are not stored: of a ping, of a sample, or altered. */
async function checkMessage(
  { database, publicUrl }: SignatureCheckDependencies,
  { partnerId, configurationId }: TestedEndpoint,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<CheckedSignature | undefined> {
  const [sent] = isUuid(id) ? await database.run(FIND_SENT_MESSAGE, [partnerId, id]) : [];
  if (sent === undefined) return undefined;
  if (sent.configurationId !== configurationId)
    return { failed: 'MESSAGE', advice: `The message belongs to another configuration: ${sent.configurationId}.` };
  const event = { ...sent, occurredAt: instantOf(sent.occurredAt) };
  const advice = bodyProblem(body, bodyIn(sent.format, event, publicUrl));
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
