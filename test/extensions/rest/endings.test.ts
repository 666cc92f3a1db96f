import { describe, expect, test } from '@jest/globals';
import { createPocket, expectSuccess, pocketInput } from '../../support/pockets.ts';
import { call } from '../../support/rest.ts';
import { gateway } from '../../support/sandbox-gateway.ts';

async function newPocket(): Promise<string> {
  return (await expectSuccess(createPocket(gateway, pocketInput()))).pocket.number;
}

const statusOf = async (number: string) => {
  const { pocket } = await gateway.data({
    query: 'query ($number: String!) { pocket(number: $number) { status reason } }',
    variables: { number },
  });
  return pocket as { status: string; reason: string };
};

describe('PATCH /pockets/{pocketNumber}/closure', () => {
  test.each([
    ['with a reason in data', { data: { reason: 'COMMERCIAL_DISAGREEMENT' } }, 'COMMERCIAL_DISAGREEMENT'],
    ['with a reason', { reason: 'COMMERCIAL_DISAGREEMENT' }, 'COMMERCIAL_DISAGREEMENT'],
    ['with an empty object', {}, 'HOLDER_REQUEST'],
    ['without a body', undefined, 'HOLDER_REQUEST'],
  ])('%s closes the pocket, and again', async (_what, body, reason) => {
    const number = await newPocket();
    for (let time = 1; time <= 2; time += 1) {
      const answer = await call(gateway, `PATCH /pockets/${number}/closure`, body && { body });
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
    expect(await statusOf(number)).toEqual({ status: 'CLOSED', reason });
    await call(gateway, `PATCH /pockets/${number}/closure`);
  });

  test('refuses what it does not know by its name', async () => {
    const { status, body } = await call(gateway, `PATCH /pockets/1/closure`, { body: { data: { reason: 'BORED' } } });
    expect([status, body.errors[0].code, body.errors[0].propertyName]).toEqual([
      400,
      'INVALID_PARAMETER',
      'data.reason',
    ]);
    const unknown = await call(gateway, `PATCH /pockets/1/closure`);
    expect([unknown.status, unknown.body.errors[0].code, unknown.body.errors[0].propertyName]).toEqual([
      404,
      'POCKET_NOT_FOUND',
      'pocketNumber',
    ]);
  });
});
