import { afterEach, describe, expect, test } from '@jest/globals';
import { SIMULATE_CASH_IN } from './support/cash-ins.ts';
import { CuttingProxy } from './support/cutting-proxy.ts';
import { TestProcess } from './support/process.ts';
import { gateway } from './support/sandbox-gateway.ts';

afterEach(() => TestProcess.endAll());

async function cashIn(amount: string): Promise<string> {
  const input = { accountNumber: '200001', amount, rail: 'TED' };
  const { simulateCashIn } = await gateway.data({ query: SIMULATE_CASH_IN, variables: { input } });
  return simulateCashIn.cashIn.id as string;
}

describe('npm run events', () => {
  test('prints each event once, in a line of its own, despite a cut connection', async () => {
    const target = { host: '127.0.0.1', port: Number(new URL(gateway.app.url).port) };
    const proxy = await CuttingProxy.to(target);
    const command = new TestProcess(['scripts/events.mjs', '--url', `http://127.0.0.1:${proxy.port}`]);
    try {
      await command.says(/^Watching the events of acme-pay/);
      const first = await cashIn('1.00');
      await command.says(new RegExp(`^\\S+Z TED_CASH_IN_WAS_CLEARED ${first}$`, 'm'));
      proxy.lead({ ...target, port: 1 });
      proxy.cut();
      const second = await cashIn('2.00');
      proxy.lead(target);
      await command.says(new RegExp(second));
      expect(command.output.split(first)).toHaveLength(3);
    } finally {
      proxy.close();
    }
  });

  test('says in a sentence that no gateway answers', async () => {
    const command = new TestProcess(['scripts/events.mjs', '--url', 'http://127.0.0.1:1']);
    expect((await command.ended).code).toBe(1);
    expect(command.errors).toMatch(/^Nothing responds at http:\/\/127\.0\.0\.1:1: [^\n]*\n$/);
  });
});
