import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CONTEXT_IN_BODY } from '../../../src/events/log/event-log.ts';
import { Gateway } from '../../support/gateway.ts';
import { walkBackward, walkForward, type Walk, type WalkedPage } from '../../support/pages.ts';
import { withSeed } from '../../support/test-random.ts';

/** Messages of each partner; every third instant is that of several. */
const MESSAGES = 120;
const PARTNERS = [
  ['acme-pay', 'ACME_PAY'],
  ['beta-pay', 'BETA_PAY'],
] as const;

type Filter = Readonly<Record<string, string | readonly string[]>>;

interface CopiedMessage extends Readonly<Record<string, string | null>> {
  readonly id: string;
  readonly sentDate: string;
  readonly states: string;
}

let gateway: Gateway;
let since: string;

const sql = <Row extends object>(text: string) =>
  gateway.app.database.entityManager.getConnection().execute<Row[]>(text, []);

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api', ROW_LEVEL_SECURITY: 'true' } });
  since = new Date(gateway.clock.now().getTime() - 3_600_000).toISOString();
  await sql('delete from webhook_message');
  await sql('delete from message_tally');
  for (const [, partnerId] of PARTNERS) await insertMessages(partnerId);
});
afterAll(() => gateway.stop());

/** Inserts messages whose attributes repeat, those of both partners with the same ids of entities and causes. */
async function insertMessages(partnerId: string): Promise<void> {
  const hex = `lpad(to_hex(floor(extract(epoch from '${since}'::timestamptz) * 1000)::bigint), 12, '0')`;
  const named = (list: readonly string[], by: number) =>
    `(array['${list.join("','")}'])[1 + nth / ${by} % ${list.length}]`;
  const accounts = `(select array_agg(id order by number) from payment_account where partner_id = '${partnerId}')`;
  await sql(`insert into webhook_message (id, partner_id, configuration_id, event_position, idempotency_key, progress,
      destination, sent_date, event_name, context, raw_name, raw_context, retry_count, elapsed_event_capture_us,
      entity_id, account_id, correlation_id)
    select (substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
      '${partnerId}', md5('${partnerId}' || nth % 4)::uuid, nth, gen_random_uuid(),
      ${named(['SUCCESS', 'FAILED', 'WAITING', 'RETRYING', 'RESENDING'], 1)}::delivery_progress, 'https://partner.example/',
      '${since}'::timestamptz + nth / 3 * interval '1 minute',
      (case when nth % 5 = 0 then 'OTHER' when nth % 3 = 0 then 'TED_CASH_IN_WAS_CLEARED' else 'PIX_CASH_IN_WAS_CLEARED' end)::event_name,
      (case when nth % 10 = 0 then 'OTHER' when nth % 3 = 0 then 'TED' else 'PIX' end)::event_context,
      case when nth % 15 = 0 then 'TED_CASH_IN_WAS_CLEARED' when nth % 5 = 0 then 'BOLETO_WAS_PAID' end,
      case when nth % 10 = 0 then 'Boleto' end, 0, 1, 'entity-' || nth % 7,
      case when nth % 4 > 0 then (${accounts})[nth % 4] end, overlay(overlay(md5('cause' || nth % 9) placing '4' from 13 for 1) placing 'a' from 17 for 1)::uuid
    from generate_series(1, ${MESSAGES}) as nth, ${hex} as hex`);
  await sql(`insert into message_tally (configuration_id, day, progress, raw_name, partner_id, event_name, context, raw_context,
      messages)
    select configuration_id, (sent_date at time zone 'UTC')::date, progress, coalesce(raw_name, ''), partner_id, event_name,
      context, raw_context, count(*) from webhook_message where partner_id = '${partnerId}' group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (configuration_id, day, progress, event_name, raw_name) do update
      set messages = message_tally.messages + excluded.messages`);
}

/** Reads the messages of a partner, each with the value of each member of the filter. No breaker is open. */
async function copyOf(partnerId: string): Promise<readonly CopiedMessage[]> {
  const spelled = Object.entries(CONTEXT_IN_BODY).map(([context, word]) => `when '${context}' then '${word}'`);
  return sql<CopiedMessage>(`select id::text, to_char(sent_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentDate",
      case progress when 'WAITING' then 'HOLD' when 'SUCCESS' then 'SUCCESS' when 'RESENDING' then 'SUCCESS' else 'FAILED' end
        as "states",
      configuration_id::text as "configurationIds", event_name::text as "eventNames", context::text as "contexts",
      coalesce(raw_name, event_name::text) as "rawEventNames",
      coalesce(raw_context, case context ${spelled.join(' ')} end) as "rawContexts", entity_id as "entityIds",
      (select number from payment_account where id = account_id) as "accountNumbers", id::text as "messageIds",
      idempotency_key::text as "idempotencyKeys", correlation_id::text as "correlationIds"
    from webhook_message where partner_id = '${partnerId}'`);
}

const MEMBERS = [
  ...(['states', 'configurationIds', 'eventNames', 'contexts', 'rawEventNames', 'rawContexts', 'entityIds'] as const),
  ...(['accountNumbers', 'messageIds', 'idempotencyKeys', 'correlationIds'] as const),
];
/** Members of which one is enough without a time. */
const FINDING = ['messageIds', 'idempotencyKeys', 'correlationIds'];

function filtered(copy: readonly CopiedMessage[], filter: Filter, orderBy: string): string[] {
  const matches = (message: CopiedMessage) =>
    Object.entries(filter).every(([member, wanted]) => {
      if (member === 'since') return message.sentDate >= wanted;
      if (member === 'until') return message.sentDate < wanted;
      return wanted.includes(message[member] ?? '-');
    });
  const keyOf = ({ sentDate, id }: CopiedMessage) => `${sentDate} ${id}`;
  const sorted = copy.filter(matches).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return (orderBy === 'NEWEST' ? sorted.reverse() : sorted).map(({ id }) => id);
}

const PAGE =
  'edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount totalCountIsExact';

function walkOf(client: string, filter: Filter, orderBy: string): Walk {
  const query = `query ($filter: WebhookMessageFilter!, $first: Int, $after: String, $last: Int, $before: String) {
    webhookMessages(filter: $filter, orderBy: ${orderBy}, first: $first, after: $after, last: $last, before: $before) { ${PAGE} } }`;
  return { gateway, client, query, variables: { filter }, pageOf: (data) => data.webhookMessages };
}

const idsOf = (pages: readonly WalkedPage[]) =>
  pages.flatMap(({ edges }) => edges.map(({ node }) => ('id' in node ? node.id : undefined)));

async function countsOf(client: string, filter: Filter, by: string): Promise<readonly number[]> {
  const query = `query ($filter: WebhookMessageFilter!) { webhookMessageCounts(filter: $filter, by: ${by}) { count } }`;
  const { webhookMessageCounts } = await gateway.data({ query, variables: { filter }, client });
  return (webhookMessageCounts as readonly { readonly count: number }[]).map(({ count }) => count);
}

describe.each(PARTNERS)('the messages of %s', (client, partnerId) => {
  test('are a sorted copy under each filter, in each order, both ways, and counts are those of the list', () =>
    withSeed(async (random) => {
      const copy = await copyOf(partnerId);
      const pick = () => copy[Math.floor(random() * copy.length)];
      const valuesOf = (member: string) => [
        ...new Set([pick()?.[member], pick()?.[member]].filter((one) => one != null)),
      ];
      const of = (...members: readonly string[]): Filter => ({
        ...(members.some((member) => FINDING.includes(member)) ? {} : { since }),
        ...Object.fromEntries(
          members.map((member) => [member, valuesOf(member)]).filter(([, values]) => values?.length),
        ),
      });
      const range = () => {
        const [first = since, last = since] = [pick()?.sentDate, pick()?.sentDate].sort();
        return { since: first, until: new Date(Date.parse(last) + 1).toISOString() };
      };
      const pairs = MEMBERS.flatMap((one, nth) => MEMBERS.slice(nth + 1).map((other) => of(one, other)));
      const filters: Filter[] = [
        { since },
        { since: `${since.slice(0, 10)}T00:00:00Z` },
        ...MEMBERS.map((member) => of(member)),
        ...MEMBERS.map((member) => ({ ...of(member), ...range() })),
        ...pairs,
        of('states', 'configurationIds', 'eventNames', 'accountNumbers'),
        of('states', 'rawEventNames', 'rawContexts'),
        of(...MEMBERS),
      ];
      for (const filter of filters) {
        const expected = filtered(copy, filter, 'NEWEST');
        for (const orderBy of ['NEWEST', 'OLDEST']) {
          const walk = walkOf(client, filter, orderBy);
          const ids = filtered(copy, filter, orderBy);
          const forward = await walkForward(walk, 17);
          expect({ filter, orderBy, ids: idsOf(forward) }).toEqual({ filter, orderBy, ids });
          expect([filter, forward[0]]).toMatchObject([filter, { totalCount: ids.length, totalCountIsExact: true }]);
          const backward = await walkBackward(walk, 19);
          expect({ filter, orderBy, ids: idsOf(backward) }).toEqual({ filter, orderBy, ids });
        }
        for (const by of 'since' in filter ? ['STATE', 'CONFIGURATION', 'HOUR', 'DAY'] : ['STATE', 'CONFIGURATION']) {
          const counts = await countsOf(client, filter, by);
          expect({ filter, by, total: counts.reduce((sum, count) => sum + count, 0) }).toEqual({
            ...{ filter, by, total: expected.length },
          });
        }
      }
    }));
});
