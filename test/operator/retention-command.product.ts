import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/platform/system.ts';
import { endOf } from '../../src/operator/command.ts';
import { retention } from '../../src/operator/retention-command.ts';
import { Database } from '../../src/platform/database/database.ts';
import { keepMessageMonths } from '../../src/webhooks/deliveries/message-retention.ts';
import { Gateway } from '../support/gateway.ts';
import { OwnWorld } from '../support/own-world.ts';

const MONTH_MS = 31 * 24 * 3_600_000;

let world: OwnWorld;

beforeAll(async () => {
  world = await OwnWorld.make();
});
afterAll(() => world.remove());

const run = (...args: string[]) => endOf(retention, { args, environment: world.environment });

describe('npm run retention', () => {
  test('lists months that are about to be deleted, and does not delete what is not old', async () => {
    expect(await run()).toEqual({ code: 0, output: 'No month is being removed.\n', errors: '' });
    const gateway = await Gateway.start({ environment: { ...world.environment, ROLES: 'api' } });
    const later = new Date(systemClock.now().getTime() + 2 * MONTH_MS);
    await keepMessageMonths(new Database(gateway.app.database.sessions), later);
    await gateway.stop();
    const found = new RegExp(
      `^webhook_message_\\d{4}_\\d{2}: found expired at ${later.toISOString()}\nwebhook_attempt_\\d{4}_\\d{2}: found .*\n$`,
    );
    expect((await run()).output).toMatch(found);
    // By the current time neither month is old.
    expect(await run('--drop-now')).toMatchObject({ code: 0 });
  });
});
