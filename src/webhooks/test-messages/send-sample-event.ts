import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { EventName } from '../../kernel/domain-event.ts';
import { declaredEvents } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import { sampleBody } from '../../events/contract/body-schema.ts';
import { sampleEnvelopeData } from '../../events/contract/envelope.value.ts';
import { CONTEXT_IN_BODY } from '../../events/log/event-log.ts';
import { configurationNotFound, type ConfigurationNotFound } from '../configurations/webhook-configuration.errors.ts';
import { findEndpoint, sendTestMessage, type TestDependencies } from './send-test-message.ts';
import type { SentCall } from '../deliveries/send-webhook.ts';

/** A sample, and where to send it. */
export interface SampleWanted {
  readonly configurationId: string;
  readonly eventName: EventName;
  /** Whether it is signed as after a change of secret and key. */
  readonly rehearsal: boolean;
}

/** Sends the sample of an event now, like a ping, and returns the result. Its metadata mark it as a sample. */
export async function sendSampleEvent(
  dependencies: TestDependencies,
  { partnerId, companyKey, correlationId }: Requester,
  { configurationId, eventName: name, rehearsal }: SampleWanted,
): Promise<SentCall | InvalidInput | ConfigurationNotFound> {
  const { database, clock, random } = dependencies;
  const definition = declaredEvents().find((event) => event.name === name);
  if (definition === undefined)
    return refuseInput([
      { path: ['eventName'], code: 'NOT_ALLOWED', message: `Give another event: ${name} has no sample.` },
    ]);
  const found = await findEndpoint(database, partnerId, configurationId);
  if (found === undefined) return configurationNotFound();
  const at = clock.now();
  const idempotencyKey = random.uuid();
  const ofNow = { companyKey, idempotencyKey, correlationId, timestamp: at.toISOString(), metadata: { sample: true } };
  const sample = sampleBody(definition);
  const data = found.format === 'ENVELOPES' ? sampleEnvelopeData(definition) : sample['data'];
  const body = JSON.stringify({ ...sample, ...ofNow, data });
  const context = CONTEXT_IN_BODY[definition.context];
  const entityId = definition.entityId.example;
  return sendTestMessage(dependencies, found, {
    name,
    context,
    entityId,
    idempotencyKey,
    occurredAt: at,
    body,
    rehearsal,
  });
}
