/** What all systems send for an event: the same bytes, except for the time that latency is measured by. */
export const DOCUMENT = 'subscription { webhookEvents { id cursor name context entityId occurredAt payload } }';

/** Path at which peers accept an event to emit; the body is the event as JSON. */
export const EMIT_PATH = '/emit';

/** Returns wall-clock time in milliseconds, with fractions: the same in all threads, sending and receiving ones. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now();
}

/** Returns an event as the peers send it; the gateway's is as large. */
export function peerEvent(entityId: string, sentAt: number): object {
  return {
    id: '01a1fe3a-6601-709e-8c17-7e376befd2f0',
    cursor: 'WyIxMjM0NTYiXQabcdefghijklmnop',
    name: 'PIX_CASH_IN_WAS_RECEIVED',
    context: 'PIX',
    entityId,
    occurredAt: new Date(sentAt).toISOString(),
    payload: eventBody(entityId, sentAt),
  };
}

/** Returns the body of an event, of the size of a pocket's. */
export function eventBody(entityId: string, sentAt: number): object {
  return {
    entityId,
    companyKey: 'ACME_PAY',
    context: 'Pix',
    name: 'PIX_CASH_IN_WAS_RECEIVED',
    version: '1.0',
    idempotencyKey: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55',
    correlationId: '3d0b0f0c-6a1e-4a38-9d7d-0a6b8f1d2c3e',
    timestamp: new Date(sentAt).toISOString(),
    metadata: {},
    data: { sentAt, account: { branch: '0001', number: '200001' }, filler: 'x'.repeat(300) },
  };
}
