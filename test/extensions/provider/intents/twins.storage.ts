import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually, type Gateway } from '../../../support/gateway.ts';
import { countPockets, CREATE_POCKET, pocketInput, setPocketLimit } from '../../../support/pockets.ts';
import { serverUrl, TestDatabases } from '../../../support/test-database.ts';
import { sql } from '../../../support/webhooks.ts';
import { Rig, type Fault } from '../rig.ts';

const TWINS = 200;

interface Twin {
  readonly pocket: { readonly number: string };
  readonly replayed: boolean;
}

/** Repeats a request until it is decided. */
const answerOf = (gateway: Gateway, input: object): Promise<Twin> =>
  eventually(async () => {
    const { status, body } = await gateway.ask({ query: CREATE_POCKET, variables: { input } });
    return status !== 503 && body.data?.createPocket;
  });

/** On PostgreSQL the two share a database, like processes of one product; an embedded one has a single process. */
const kinds = [serverUrl === undefined ? 'a database each' : 'one database'];
const faults: readonly (Fault | undefined)[] = [undefined, 'duplicate', 'lost-answer'];

describe.each(kinds)(`${TWINS} twins over two gateways in front of one bank, with %s`, (kind) => {
  const databases = new TestDatabases();
  let ends: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of ends) await end();
    ends = [];
  });

  test.each(faults)('create one pocket, and receive the same one: %s', async (fault) => {
    const url = kind === 'one database' ? await databases.createWithWorld() : undefined;
    const rig = await Rig.start(url === undefined ? {} : { DATABASE_URL: url });
    const other = await rig.another();
    ends = [() => other.stop(), () => rig.stop(), () => databases.drop()];
    await setPocketLimit(rig.bank, '200002', 1_000);
    const before = await countPockets(rig.bank, '200002');
    const input = pocketInput({ accountNumber: '200002', idempotencyKey: randomUUID() });
    if (fault !== undefined) await rig.fail(fault);
    const twins = Array.from({ length: TWINS }, (_, nth) => answerOf(nth % 2 === 0 ? rig.front : other, input));
    const answers = await Promise.all(twins);
    expect((await countPockets(rig.bank, '200002')) - before).toBe(1);
    const numbers = new Set(answers.map(({ pocket }) => pocket.number));
    expect(numbers.size).toBe(1);
    // It is new to each database once.
    expect(answers.filter(({ replayed }) => !replayed).length).toBeLessThanOrEqual(url === undefined ? 2 : 1);
    for (const gateway of [rig.front, other])
      expect(await sql(gateway, 'select id from pocket where number = ?', [...numbers])).toHaveLength(1);
    expect(
      await sql(rig.bank, 'select key from idempotency_key where key = ?', [input['idempotencyKey']]),
    ).toHaveLength(1);
  });
});
