import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endOf } from '../../src/operator/command.ts';
import { lookupBudget } from '../../src/operator/lookup-budget-command.ts';
import { REGISTER_CUSTOMER, registrationInput } from '../support/customers.ts';
import { Gateway } from '../support/gateway.ts';
import { OwnWorld } from '../support/own-world.ts';

let world: OwnWorld;

beforeAll(async () => {
  world = await OwnWorld.make();
});
afterAll(() => world.remove());

const run = (...args: string[]) => endOf(lookupBudget, { args, environment: world.environment });

/** Returns the limits that the viewer shows. */
async function limits(client: string): Promise<number[]> {
  const gateway = await Gateway.start({ environment: { ...world.environment, LOOKUP_BUDGET: '100/60' } });
  const { viewer } = await gateway.data({ query: '{ viewer { budgets { name limit } } }', client });
  await gateway.stop();
  return (viewer.budgets as { limit: number }[]).map(({ limit }) => limit);
}

describe('npm run lookup-budget', () => {
  test('gives a partner its own budget, shows it, and removes it', async () => {
    const common = 'ACME_PAY has the default look-up budget, LOOKUP_BUDGET.\n';
    const own = 'ACME_PAY has a look-up budget of 1000; one is refilled every 6 s.\n';
    expect(await run('ACME_PAY')).toEqual({ code: 0, output: common, errors: '' });
    expect(await run('ACME_PAY', '1000/6')).toMatchObject({ code: 0, output: own });
    expect(await run('ACME_PAY')).toMatchObject({ code: 0, output: own });
    expect(await limits('acme-pay')).toEqual([1_000, 1_000]);
    expect(await limits('beta-pay')).toEqual([100, 100]);
    expect(await run('ACME_PAY', 'default')).toMatchObject({ code: 0, output: common });
    expect(await limits('acme-pay')).toEqual([100, 100]);
  });

  test('accepts the largest size, with which customers can be registered and the rest of it is shown', async () => {
    expect(await run('BETA_PAY', '999999/999999')).toMatchObject({ code: 0 });
    const gateway = await Gateway.start({ environment: world.environment });
    const client = 'beta-pay';
    const registered = await gateway.ask({
      query: REGISTER_CUSTOMER,
      variables: { input: registrationInput() },
      client,
    });
    const shown = await gateway.ask({ query: '{ viewer { budgets { limit } } }', client });
    await gateway.stop();
    expect(registered.body.data).toMatchObject({ registerCustomer: { code: 'DOCUMENT_ANALYSIS_NOT_APPROVED' } });
    expect(shown.body.data?.viewer.budgets).toContainEqual({ limit: 999_999 });
  });

  test.each([
    ['an option', ['--partner', 'ACME_PAY'], "Unknown option '--partner'."],
    ['an unknown partner', ['NOBODY', '1000/6'], 'There is no partner "NOBODY".'],
    ['an unknown partner without a size', ['NOBODY'], 'There is no partner "NOBODY".'],
    ['an invalid size', ['ACME_PAY', '0/6'], 'The budget is "0/6": write'],
    ['a size without seconds', ['ACME_PAY', '1000'], 'The budget is "1000": write'],
  ])('refuses %s in a sentence', async (_what, args, sentence) => {
    const { code, errors } = await run(...args);
    expect([code, errors.startsWith(sentence)]).toEqual([1, true]);
  });
});
