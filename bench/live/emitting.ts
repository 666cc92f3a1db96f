import { parentPort } from 'node:worker_threads';
import { Client } from 'pg';
import { EMIT_PATH, eventBody, peerEvent, wallClock } from './event.ts';
import type { EventOrder } from './emitter.ts';

const RECORD = `
  with recorded as (
    insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
      occurred_at, body)
    values (gen_random_uuid(), $1, 'PIX_CASH_IN_WAS_RECEIVED', 'PIX', $2, gen_random_uuid(), gen_random_uuid(),
      gen_random_uuid(), now(), $3)
    returning id
  )
  select pg_notify('gateway_wake_up', gen_random_uuid() || ' recorded') from recorded`;

type Emit = (order: EventOrder) => Promise<unknown>;

/** Records events as the gateway does, and wakes up the relay on commit. */
async function recordingIn(databaseUrl: string): Promise<Emit> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return ({ partner, nth }) =>
    client.query({
      name: 'record',
      text: RECORD,
      values: [partner, String(nth), JSON.stringify(eventBody(String(nth), wallClock()))],
    });
}

/** Emits events to a peer over HTTP. */
function postingTo(port: number): Emit {
  return async ({ partner, nth }) => {
    const body = JSON.stringify(peerEvent(String(nth), wallClock()));
    const answer = await fetch(`http://127.0.0.1:${port}${EMIT_PATH}?partner=${partner}`, { method: 'POST', body });
    await answer.arrayBuffer();
  };
}

const { EMIT_DATABASE_URL: databaseUrl, EMIT_PORT: port } = process.env;
const emit = databaseUrl === undefined ? postingTo(Number(port)) : await recordingIn(databaseUrl);
parentPort?.on('message', (order: EventOrder) => {
  void emit(order).then(() => parentPort?.postMessage(order.nth));
});
