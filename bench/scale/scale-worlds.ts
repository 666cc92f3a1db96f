import type { Client } from 'pg';
import { captureWaiting } from '../../src/webhooks/capture/queue-messages.ts';
import { timeOrderedPart } from '../../src/webhooks/archive/webhook-months.ts';
import { numberEvents } from '../../src/events/log/relay-events.ts';
import { DELIVERED_EVENT, EVENT_BODY } from '../deliveries/queue.ts';
import { gatewaySql } from '../statements.ts';
import { BENCH_CLIENT } from '../token.ts';
import { populate } from '../world.ts';

/** A world of a certain size. */
export interface ScaleWorld {
  readonly database: string;
  readonly title: string;
  /** Accounts of the partner that sends the requests, each with `POCKETS_PER_ACCOUNT` pockets. */
  readonly accounts: number;
  /** Other partners, each with a configuration and `EVENTS_PER_PARTNER` events. */
  readonly partners: number;
}

const POCKETS_PER_ACCOUNT = 50;
const EVENTS_PER_PARTNER = 10;

/** From small to large. */
export const scaleWorlds: readonly ScaleWorld[] = [
  { database: 'bench_scale_small', title: '1,000 pockets, 10 partners', accounts: 20, partners: 10 },
  { database: 'bench_scale_middle', title: '1,000 pockets, 2,000 partners', accounts: 20, partners: 2_000 },
  { database: 'bench_scale_large', title: '1,000,000 pockets, 10,000 partners', accounts: 20_000, partners: 10_000 },
];

/** Returns the number of the nth account; no other account has a number between two of them. */
export function scaleAccountNumber(nth: number): string {
  return String(9_000_000 + nth);
}

/** Returns the number of the first pocket of the nth account. */
export function scalePocketNumber(nth: number): string {
  return `${scaleAccountNumber(nth)}0000000001BRL`;
}

const ADD_ACCOUNTS = `
  insert into payment_account (id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status,
    pocket_limit, created_at)
  select gen_random_uuid(), holder.partner_id, program.id, holder.id, '99990001', '0001', ($2::int + nth)::text, 'PAYMENT',
    'ACTIVE', 1000, now() - nth * interval '1 second'
  from generate_series(0, $3::int - 1) as nth
  cross join (select id, partner_id from holder where partner_id = $1 order by document_value limit 1) as holder
  cross join (select id from account_program where partner_id = $1 limit 1) as program`;

const ADD_POCKETS = `
  insert into pocket (id, partner_id, account_id, number, label, currency, status, reason, category, use_case,
    user_name, user_document_value, user_document_type, user_birth_date, created_at)
  select gen_random_uuid(), account.partner_id, account.id, account.number || lpad(nth::text, 10, '0') || 'BRL',
    'Pocket ' || nth, 'BRL', 'ACTIVE', 'HOLDER_REQUEST', 'POCKET', 'CORPORATE_EXPENSES', 'Ana Exemplo', '10020030169',
    'CPF', '1990-05-17', now() - nth * interval '1 minute'
  from payment_account as account cross join generate_series(1, ${POCKETS_PER_ACCOUNT}) as nth
  where account.partner_id = $1 and account.number between $2 and $3`;

const ADD_PARTNERS = `
  insert into partner (id, name, company_key, created_at)
  select 'SCALE_' || nth, 'SCALE_' || nth, 'SCALE_' || nth, now() from generate_series(1, $1::int) as nth`;

const ADD_CONFIGURATIONS = `
  with added as (
    insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status,
      created_at)
    select gen_random_uuid(), id, 'Endpoint', $1, $2, 'https://partner.example/' || id, id, 'unused', 'ENABLED', now()
    from partner where id like 'SCALE\\_%'
    returning id, partner_id, event_name, uri
  ), wanted as (
    insert into webhook_configuration_event (configuration_id, partner_id, event_name, uri, nth)
    select id, partner_id, event_name, uri, 0 from added
  )
  insert into webhook_breaker (configuration_id, partner_id, state) select id, partner_id, 'CLOSED' from added`;

/** Adds events, of each partner in turn; ids begin with their time, as the gateway's do. */
const ADD_EVENTS = `
  insert into outbox (event_id, partner_id, name, context, entity_id, subject_id, idempotency_key, correlation_id,
    occurred_at, body)
  select overlay(gen_random_uuid()::text placing $5 from 1 for 15)::uuid, 'SCALE_' || 1 + nth % $2::int, $3, $4,
    '7000' || nth || 'BRL', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), $6
  from generate_series(0, $1::int - 1) as nth`;

/** Adds events that wait to be numbered, of as many partners in turn. */
export async function addEvents(client: Client, events: number, partners: number): Promise<void> {
  const began = `${timeOrderedPart(new Date())}-7`;
  await client.query(ADD_EVENTS, [events, partners, DELIVERED_EVENT.name, DELIVERED_EVENT.context, began, EVENT_BODY]);
}

/** Fills a world that a gateway has migrated and seeded. */
export async function fillScaleWorld(client: Client, world: ScaleWorld): Promise<void> {
  const { partnerId } = BENCH_CLIENT;
  const { accounts, partners } = world;
  await client.query('set statement_timeout = 0');
  await populate(client);
  await client.query(ADD_ACCOUNTS, [partnerId, Number(scaleAccountNumber(0)), accounts]);
  await client.query(ADD_POCKETS, [partnerId, scaleAccountNumber(0), scaleAccountNumber(accounts - 1)]);
  await client.query(ADD_PARTNERS, [partners]);
  await client.query(ADD_CONFIGURATIONS, [DELIVERED_EVENT.context, DELIVERED_EVENT.name]);
  await addEvents(client, EVENTS_PER_PARTNER * partners, partners);
  await client.query('vacuum analyze');
  await drainEvents(client);
  await client.query('vacuum analyze');
}

/** Numbers all events that wait, and captures them. */
export async function drainEvents(client: Client): Promise<void> {
  const sql = await gatewaySql(client);
  while ((await numberEvents(sql)).hasMore);
  while ((await captureWaiting(sql, new Date(), [])).hasMore);
}
