import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../../../src/platform/database/database.ts';
import { noteOwnEvent } from '../../../../src/extensions/provider/events/note-own-event.ts';
import { goodInput, registerCustomer, registration } from '../../../support/customers.ts';
import { eventually, type Gateway } from '../../../support/gateway.ts';
import { sql } from '../../../support/webhooks.ts';
import { createPocket, pocketInput } from '../../../support/pockets.ts';
import { Rig } from '../rig.ts';
import { bodyOf, everythingIsShown, happened, introduce, logged, startFront, taken } from './provider-events.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startFront();
});
afterAll(() => gateway.stop());

/** Returns the events of an entity once they are no longer parked. */
function released(front: Gateway, entityId: string) {
  return eventually(async () => {
    front.clock.advance(1);
    const events = await logged(front, entityId);
    return events.length > 0 && events;
  });
}

describe('an event that the gateway knows', () => {
  const cashIn = ({ account = '200001' } = {}) => {
    const data = {
      ...{ amount: '150.00', currency: 'BRL', endToEndId: `E${randomUUID().replaceAll('-', '').slice(0, 31)}` },
      ...{ account: { branch: '0001', number: account }, createdAt: gateway.clock.now().toISOString() },
    };
    return bodyOf(gateway, { name: 'PIX_CASH_IN_WAS_CLEARED', data });
  };

  test('of a cash-in stores it, and is logged once under any key', async () => {
    const body = cashIn();
    const event = await happened(gateway, body);
    expect(event).toMatchObject({
      __typename: 'PixCashInWasClearedEvent',
      cashIn: { id: body['entityId'], amount: { value: '150.00' } },
    });
    await happened(gateway, { ...body, idempotencyKey: randomUUID() });
    await everythingIsShown(gateway);
    expect(await logged(gateway, String(body['entityId']))).toEqual([event]);
  });

  test('of something raised here first is dropped, and what the provider sent first is not raised again', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const name = 'PIX_CASH_IN_WAS_RECEIVED';
    const sentEvent = (entityId: string) => ({ ...cashIn(), name, entityId });
    const raise = (entityId: string) => {
      const { idempotencyKey, correlationId } = bodyOf(gateway);
      const at = gateway.clock.now();
      const own = { partnerId: gateway.partnerOf(), companyKey: gateway.partnerOf(), entityId, occurredAt: at };
      const ids = { id: randomUUID(), idempotencyKey: String(idempotencyKey), correlationId: String(correlationId) };
      const what = { name, context: 'PIX', version: '1.0', subjectId: entityId, accountId: null } as const;
      return noteOwnEvent(new Database(gateway.app.database.sessions), {
        ...own,
        ...ids,
        ...what,
        metadata: {},
        data: {},
      });
    };
    expect(await raise(first)).toBe(true);
    await taken(gateway, sentEvent(first));
    await happened(gateway, sentEvent(second));
    expect(await raise(second)).toBe(false);
    expect(await logged(gateway, first)).toEqual([]);
    expect((await logged(gateway, second)).at(-1)).toMatchObject({ __typename: 'PixCashInWasReceivedEvent' });
  });

  test('of a customer decides the pending registration, once', async () => {
    const rig = await Rig.start({ ANALYSIS_SECONDS: '3600' }, { ANALYSIS_SECONDS: '3600' });
    const gateway = rig.front;
    await introduce(gateway);
    const input = await goodInput(rig.bank);
    const { registration: registered } = await registerCustomer(gateway, input);
    expect(registered.status).toBe('PENDING_APPROVAL');
    const entityId = input.documentNumber;
    // It was raised here with the registration.
    await taken(gateway, bodyOf(gateway, { name: 'CUSTOMER_WAS_RECEIVED', context: 'Customer', entityId }));
    const body = bodyOf(gateway, { name: 'CUSTOMER_WAS_REPROVED', context: 'Customer', entityId });
    await taken(gateway, body);
    await taken(gateway, { ...body, idempotencyKey: randomUUID() });
    await everythingIsShown(gateway);
    expect(await logged(gateway, entityId)).toMatchObject([
      { __typename: 'CustomerWasReceivedEvent' },
      { __typename: 'CustomerWasReprovedEvent', payload: body },
    ]);
    expect(await registration(gateway, registered.id)).toMatchObject({ status: 'REPROVED', reasons: [] });
    const approved = { ...body, name: 'CUSTOMER_WAS_APPROVED', idempotencyKey: randomUUID() };
    await taken(gateway, approved);
    await everythingIsShown(gateway);
    expect(await registration(gateway, registered.id)).toMatchObject({ status: 'REPROVED' });
    await rig.stop();
  });

  test('of a customer whose decision was read from the provider first is dropped', async () => {
    const rig = await Rig.start();
    const { front } = rig;
    await introduce(front);
    const input = await goodInput(rig.bank);
    const { registration: registered } = await registerCustomer(front, input);
    const seen = await eventually(async () => {
      front.clock.advance(1);
      const { status } = await registration(front, registered.id);
      return status !== 'PENDING_APPROVAL' && status;
    });
    expect(seen).toBe('APPROVED');
    const entityId = input.documentNumber;
    await taken(front, bodyOf(front, { name: 'CUSTOMER_WAS_APPROVED', context: 'Customer', entityId }));
    await everythingIsShown(front);
    expect(await logged(front, entityId)).toMatchObject([
      { __typename: 'CustomerWasReceivedEvent' },
      { __typename: 'CustomerWasApprovedEvent' },
    ]);
    expect(await logged(front, entityId)).toHaveLength(2);
    await rig.stop();
  });

  test('of a customer that only the provider knows fetches it first', async () => {
    const rig = await Rig.start();
    const { front, bank } = rig;
    await introduce(front);
    const input = await goodInput(bank);
    const entityId = input.documentNumber;
    await registerCustomer(bank, input);
    await eventually(async () => {
      bank.clock.advance(1);
      const { customer } = await bank.data({ query: `{ customer(documentNumber: "${entityId}") { status } }` });
      return customer?.status === 'APPROVED';
    });
    await taken(front, bodyOf(front, { name: 'CUSTOMER_WAS_APPROVED', context: 'Customer', entityId }));
    expect(await released(front, entityId)).toMatchObject([{ __typename: 'CustomerWasApprovedEvent', entityId }]);
    await rig.stop();
  });

  test('of a customer that the provider does not know either is an OtherEvent', async () => {
    const rig = await Rig.start();
    const { front } = rig;
    await introduce(front);
    const [entityId, rawName] = ['10020030592', 'CUSTOMER_WAS_APPROVED'];
    await taken(front, bodyOf(front, { name: rawName, context: 'Customer', entityId }));
    expect(await released(front, entityId)).toMatchObject([{ __typename: 'OtherEvent', rawName }]);
    await rig.stop();
  });

  test('of a pocket that only the provider knows fetches it, and its account, first', async () => {
    const rig = await Rig.start();
    const { front } = rig;
    await introduce(front);
    await sql(front, `update payment_account set number = '9' || number where number = '200002'`);
    const { pocket } = await createPocket(rig.bank, pocketInput({ accountNumber: '200002', label: 'Told' }));
    const created = { name: 'POCKET_ACCOUNT_WAS_CREATED', context: 'Pocket', version: '2.0', entityId: pocket.number };
    await taken(front, bodyOf(front, created));
    expect(await released(front, pocket.number)).toMatchObject([
      { __typename: 'PocketAccountWasCreatedEvent', entityId: pocket.number },
    ]);
    const query = `{ pocket(number: "${pocket.number}") { label user { name } account { number } } }`;
    expect((await front.data({ query })).pocket).toEqual({
      label: 'Told',
      user: { name: 'Maria Exemplo' },
      account: { number: '200002' },
    });
    await rig.stop();
  });

  test('of something unknown here is parked, with later ones, until it is known', async () => {
    const body = cashIn({ account: '299999' });
    const entityId = String(body['entityId']);
    for (const sentEvent of [body, bodyOf(gateway, { entityId })]) await taken(gateway, sentEvent);
    await everythingIsShown(gateway);
    expect(await logged(gateway, entityId)).toEqual([]);
    await sql(gateway, `update payment_account set number = '299999' where number = '200003'`);
    gateway.clock.advance(10);
    const released = await eventually(async () => {
      const events = await logged(gateway, entityId);
      return events.length === 2 && events;
    });
    expect(released).toMatchObject([
      { __typename: 'PixCashInWasClearedEvent', cashIn: { id: entityId } },
      { __typename: 'OtherEvent', name: 'OTHER' },
    ]);
  });

  test('of something unknown everywhere is logged without it after a day', async () => {
    const created = bodyOf(gateway, { name: 'POCKET_ACCOUNT_WAS_CREATED', context: 'Pocket', entityId: '2000010BRL' });
    await taken(gateway, created);
    gateway.clock.advance(86_401);
    const token = await gateway.freshToken('acme-pay');
    const [event] = await eventually(async () => {
      const events = await logged(gateway, '2000010BRL', { token });
      return events.length > 0 && events;
    });
    expect(event).toMatchObject({ __typename: 'OtherEvent', name: 'POCKET_ACCOUNT_WAS_CREATED', payload: created });
  });
});
