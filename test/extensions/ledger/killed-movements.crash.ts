import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findViolations } from '../../../src/extensions/ledger/checks/find-violations.rows.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { cashInInput, SIMULATE_CASH_IN } from '../../support/cash-ins.ts';
import { GatewayProcess } from '../../support/gateway-process.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { prepareWorld, withDatabase } from '../../support/pocket-world.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { buildServer, TestProcess } from '../../support/process.ts';

const KILLS = 2;
const CLIENTS = 8;
/** Movements that are acknowledged before each kill. */
const ACKNOWLEDGED = 60;
const moved = (mutation: string, success: string) => `mutation ($input: ${success.replace('Success', '')}Input!) {
  ${mutation}(input: $input) {
    ... on ${success} { replayed transaction { id } }
    ... on DomainError { code }
  }
}`;
const QUERIES = {
  saveToPocket: moved('saveToPocket', 'SaveToPocketSuccess'),
  redeemFromPocket: moved('redeemFromPocket', 'RedeemFromPocketSuccess'),
};

interface Movement {
  readonly mutation: keyof typeof QUERIES;
  readonly input: object;
  /** Undefined: it was not acknowledged. */
  id?: string;
}

let world: OwnWorld;

beforeAll(async () => {
  await buildServer();
  world = await OwnWorld.make();
  await prepareWorld(world.environment);
});
afterAll(async () => {
  await TestProcess.endAll();
  await world.remove();
});

const faults = () =>
  withDatabase({ ...world.environment }, ({ sessions }) => findViolations(new Database(sessions), null));

async function send(
  gateway: GatewayProcess,
  { mutation, input }: Movement,
): Promise<{ id: string; replayed: boolean }> {
  const { [mutation]: result } = await gateway.ask(QUERIES[mutation], { input });
  expect(result.code).toBeUndefined();
  return { id: result.transaction.id, replayed: result.replayed };
}

/** Saves twice and redeems once, from several clients, and kills the gateway when enough of it is acknowledged. */
async function killDuring(gateway: GatewayProcess, pocketNumber: string): Promise<Movement[]> {
  const movements: Movement[] = [];
  let count = 0;
  const client = async () => {
    for (let nth = 0; ; nth += 1) {
      const mutation = nth % 3 === 2 ? 'redeemFromPocket' : 'saveToPocket';
      const input = { idempotencyKey: randomUUID(), pocketNumber, amount: '0.01', currency: 'BRL' };
      const movement: Movement = { mutation, input };
      movements.push(movement);
      try {
        movement.id = (await send(gateway, movement)).id;
      } catch (error) {
        if (count < ACKNOWLEDGED) throw error;
        return;
      }
      count += 1;
      if (count === ACKNOWLEDGED) gateway.process.send('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await gateway.process.ended;
  return movements;
}

test('whatever a killed process has acknowledged is booked once, and is replayed by its key', async () => {
  // The world has been made without the cash-ins of its history.
  const before = await faults();
  for (let kills = 0; kills < KILLS; kills += 1) {
    const killed = await GatewayProcess.start(world.environment);
    const { createPocket } = await killed.ask(CREATE_POCKET, { input: pocketInput() });
    const pocketNumber: string = createPocket.pocket.number;
    await killed.ask(SIMULATE_CASH_IN, { input: cashInInput({ amount: '100.00' }) });
    const movements = await killDuring(killed, pocketNumber);
    expect(movements.filter(({ id }) => id !== undefined).length).toBeGreaterThanOrEqual(ACKNOWLEDGED);
    const gateway = await GatewayProcess.start(world.environment);
    const again: Awaited<ReturnType<typeof send>>[] = [];
    for (const movement of movements) again.push(await send(gateway, movement));
    const acknowledged = movements.flatMap(({ id }, nth) => (id === undefined ? [] : [{ id, replayed: true, nth }]));
    expect(acknowledged.map(({ nth }) => again[nth])).toEqual(acknowledged.map(({ nth: _nth, ...made }) => made));
    const query =
      'query ($number: String!) { pocket(number: $number) { balance { total { value } } transactions { totalCount } } }';
    const { pocket } = await gateway.ask(query, { number: pocketNumber });
    const signed = movements.map(({ mutation }) => (mutation === 'saveToPocket' ? 1 : -1));
    const cents = signed.reduce<number>((sum, one) => sum + one, 0);
    expect([pocket.transactions.totalCount, pocket.balance.total.value]).toEqual([
      movements.length,
      (cents / 100).toFixed(2),
    ]);
    gateway.process.send('SIGTERM');
    await gateway.process.ended;
    expect(await faults()).toEqual(before);
  }
});
