import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { constantCase } from '../../../../src/kernel/text.ts';
import { goodInput, REGISTER_CUSTOMER } from '../../../support/customers.ts';
import { eventually } from '../../../support/gateway.ts';
import {
  countPockets,
  CREATE_POCKET,
  createPocket,
  expectSuccess,
  pocketInput,
  setPocketLimit,
} from '../../../support/pockets.ts';
import { sql } from '../../../support/webhooks.ts';
import { Rig } from '../rig.ts';
import { bodyOf, everythingIsShown, introduce, logged, taken } from './provider-events.ts';

const OUTCOME = `query ($mutation: IdempotentMutation!, $key: UUID!) {
  idempotentOutcome(mutation: $mutation, key: $key) { state correlationId subject { __typename id } }
}`;

describe.each(['true', 'false'])('an event of a mutation whose answer was lost, row-level security %s', (security) => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.start({
      ...{ ROW_LEVEL_SECURITY: security, PROVIDER_TIMEOUT_SECONDS: '2', ANALYSIS_SECONDS: '3600' },
    });
    await introduce(rig.front);
    await setPocketLimit(rig.bank, '200002', 1_000);
  });
  afterAll(() => rig.stop());

  const outcome = async (mutation: string, key: unknown) =>
    (await rig.front.data({ query: OUTCOME, variables: { mutation: constantCase(mutation), key } })).idempotentOutcome;

  /** Waits until no worker calls the provider: the next request is that of the test. */
  const quiet = () =>
    eventually(async () => {
      const [busy] = await sql<{ count: number }>(
        rig.front,
        `select ((select count(*) from provider_event where body is not null)
          + (select count(*) from provider_intent where state = 'RUNNING'))::int as count`,
      );
      return busy?.count === 0;
    });

  /** Performs a mutation at the bank whose answer is lost, and whose outcome no worker searches for. */
  const loseAnswer = async (
    mutation: string,
    query: string,
    input: Record<string, unknown>,
    correlationId = randomUUID(),
  ) => {
    await quiet();
    await rig.fail('lost-answer');
    const headers = { 'x-correlation-id': correlationId };
    expect((await rig.front.ask({ query, variables: { input }, headers })).status).toBe(503);
    const given = `update provider_intent set state = 'UNKNOWN', lease = null, due_at = null
      where key = ? and state = 'RUNNING' and lease is null returning id`;
    await eventually(async () => {
      await sql(rig.front, given, [input['idempotencyKey']]);
      return (await outcome(mutation, input['idempotencyKey']))?.state === 'UNKNOWN';
    });
    return { correlationId, key: input['idempotencyKey'] };
  };
  const numberAtBank = async (label: string) => {
    const [row] = await sql<{ number: string }>(rig.bank, 'select number from pocket where label = ?', [label]);
    return row?.number;
  };
  const created = (entityId: unknown, correlationId: string) =>
    bodyOf(rig.front, {
      name: 'POCKET_ACCOUNT_WAS_CREATED',
      context: 'Pocket',
      version: '2.0',
      entityId,
      correlationId,
    });

  test('by its correlation id settles it, once, and is logged once', async () => {
    const label = `Told ${randomUUID()}`;
    const input = pocketInput({ accountNumber: '200002', label });
    const before = await countPockets(rig.bank, '200002');
    const { correlationId, key } = await loseAnswer('createPocket', CREATE_POCKET, input);
    const number = await numberAtBank(label);
    const body = created(number, correlationId);
    await taken(rig.front, body);
    const { subject } = await eventually(async () => {
      const found = await outcome('createPocket', key);
      return found.state === 'SUCCEEDED' && found;
    });
    expect(subject.__typename).toBe('Pocket');
    await taken(rig.front, body);
    await taken(rig.front, { ...body, idempotencyKey: randomUUID() });
    await everythingIsShown(rig.front);
    expect(await logged(rig.front, String(number))).toMatchObject([{ __typename: 'PocketAccountWasCreatedEvent' }]);
    const again = await expectSuccess(createPocket(rig.front, input));
    expect(again).toMatchObject({ replayed: true, pocket: { number, label } });
    expect((await countPockets(rig.bank, '200002')) - before).toBe(1);
  });

  test('of another pocket under the same correlation id leaves it open', async () => {
    const [one, other] = [`One ${randomUUID()}`, `Other ${randomUUID()}`];
    const lost = await loseAnswer('createPocket', CREATE_POCKET, pocketInput({ accountNumber: '200002', label: one }));
    const { pocket } = await expectSuccess(
      createPocket(rig.bank, pocketInput({ accountNumber: '200002', label: other })),
    );
    await taken(rig.front, created(pocket.number, lost.correlationId));
    const settled = await eventually(async () => {
      const found = await outcome('createPocket', lost.key);
      return found.state === 'SUCCEEDED' && found;
    });
    // It is searched for again, and the right pocket is found.
    const [stored] = await sql<{ label: string }>(rig.front, 'select label from pocket where id = ?', [
      settled.subject.id,
    ]);
    expect(stored).toEqual({ label: one });
  });

  test('of a customer settles the registration', async () => {
    const input = { ...(await goodInput(rig.bank)), idempotencyKey: randomUUID() };
    const { correlationId, key } = await loseAnswer('registerCustomer', REGISTER_CUSTOMER, input);
    const entityId = input.documentNumber;
    await taken(
      rig.front,
      bodyOf(rig.front, { name: 'CUSTOMER_WAS_RECEIVED', context: 'Customer', entityId, correlationId }),
    );
    const { subject } = await eventually(async () => {
      const found = await outcome('registerCustomer', key);
      return found.state === 'SUCCEEDED' && found;
    });
    expect(subject.__typename).toBe('CustomerRegistration');
    await everythingIsShown(rig.front);
    expect(await logged(rig.front, entityId)).toMatchObject([{ __typename: 'CustomerWasReceivedEvent' }]);
  });
});
