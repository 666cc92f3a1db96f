import { randomUUID } from 'node:crypto';
import type { Gateway } from './gateway.ts';
import { sql } from './webhooks.ts';

export const REFUND = { name: 'OTHER', context: 'PIX', rawName: 'PIX_REFUND_WAS_RECEIVED', rawContext: null };
export const BOLETO = { name: 'OTHER', context: 'OTHER', rawName: 'BOLETO_WAS_PAID "à vista"', rawContext: 'Boleto' };

/** Records an event that the gateway itself never raises. */
export async function recordOther(
  gateway: Gateway,
  { name, context, rawName, rawContext }: typeof REFUND | typeof BOLETO,
  client: string,
): Promise<string> {
  const entityId = randomUUID();
  await sql(
    gateway,
    `insert into outbox (event_id, partner_id, name, context, raw_name, raw_context, entity_id, idempotency_key,
       correlation_id, occurred_at, body)
     values (gen_random_uuid(), ?, ?, ?, ?, ?, ?, gen_random_uuid(), gen_random_uuid(), ?, ?)`,
    [
      ...[gateway.partnerOf(client), name, context, rawName, rawContext, entityId, gateway.clock.now().toISOString()],
      `{"name":${JSON.stringify(rawName)},"entityId":"${entityId}","amount":1.10}`,
    ],
  );
  return entityId;
}
