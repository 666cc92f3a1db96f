import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endOf } from '../../src/operator/command.ts';
import { rollback } from '../../src/operator/rollback-command.ts';
import { migrations } from '../../src/capabilities.ts';
import { Gateway } from '../support/gateway.ts';
import { OwnWorld } from '../support/own-world.ts';
import { createPocket, expectSuccess, pocketInput } from '../support/pockets.ts';

const names = migrations.map(({ name }) => name);
const [oldest = '', ...later] = names;

describe('npm run rollback', () => {
  let world: OwnWorld;
  const key = randomUUID();

  /** Creates the pocket of the key; returns whether it existed already. */
  async function createPocketAgain(): Promise<boolean> {
    const gateway = await Gateway.start({ environment: world.environment });
    const { replayed } = await expectSuccess(createPocket(gateway, pocketInput({ idempotencyKey: key })));
    await gateway.stop();
    return replayed;
  }

  beforeAll(async () => {
    world = await OwnWorld.make();
    await createPocketAgain();
  });
  afterAll(() => world.remove());

  async function rollBack(...args: string[]) {
    const { code, output, errors } = await endOf(rollback, { args, environment: world.environment });
    return { code, lines: output.trim().split('\n'), errors };
  }

  test('lists the migrations of the database, and reverts none without --yes', async () => {
    const listed = { code: 0, lines: [expect.any(String), ...names] };
    expect(await rollBack()).toMatchObject(listed);
    expect(await rollBack('--to', oldest)).toMatchObject({
      code: 0,
      lines: [expect.stringContaining('--yes'), ...later.toReversed().map((name) => `  ${name}`)],
    });
    expect(await rollBack('--to', names.at(-1) ?? '')).toMatchObject({ lines: [expect.stringContaining('nothing')] });
    expect(await rollBack()).toMatchObject(listed);
  });

  test.each([['an unknown migration', ['--to', 'Migration1', '--yes'], 'The database has no migration Migration1']])(
    'refuses %s in a sentence',
    async (_what, args, sentence) => {
      expect(await rollBack(...args)).toMatchObject({ code: 1, errors: expect.stringContaining(sentence) });
    },
  );

  test('says of two at a time for which one nothing was left to revert', async () => {
    const last = names.at(-2) ?? '';
    const ends = await Promise.all([rollBack('--to', last, '--yes'), rollBack('--to', last, '--yes')]);
    expect(ends.filter(({ lines }) => lines[0] === 'Reverted:')).toHaveLength(1);
    expect(await createPocketAgain()).toBe(true);
  });

  test('reverts all migrations after one, with data in their tables, and a start applies them again', async () => {
    expect(await rollBack('--to', oldest, '--yes')).toMatchObject({ code: 0, errors: '' });
    expect(await rollBack()).toMatchObject({ lines: [expect.any(String), oldest] });
    expect(await createPocketAgain()).toBe(true);
    expect(await rollBack()).toMatchObject({ lines: [expect.any(String), ...names] });
  });
});
