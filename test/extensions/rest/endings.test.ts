import { describe, expect, test } from '@jest/globals';
import { expectRegistered } from '../../support/pix.ts';
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

describe('/pix/entries/{key}', () => {
  const EVP = { type: 'EVP' };

  test('GET shows a key as the partner API does, and DELETE deletes it once', async () => {
    const { addressingKey, createdAt } = await expectRegistered(gateway, { key: EVP, number: '200001' });
    const path = `/pix/entries/${String(addressingKey.value)}`;
    const headers = { 'x-svc-pix-user-id': '10020030169' };
    const shown = await call(gateway, `GET ${path}`, { headers });
    expect(shown.status).toBe(200);
    expect(Object.keys(shown.body)).toEqual([
      ...['endToEndId', 'addressingKey', 'holder', 'status', 'createdAt', 'ownedAt'],
    ]);
    expect(shown.body).toEqual({
      endToEndId: expect.stringMatching(/^E99990001\d{12}\w{11}$/),
      addressingKey,
      holder: { type: 'CUSTOMER', name: expect.any(String), document: { value: '10020030169', type: 'CPF' } },
      status: 'OWNED',
      createdAt,
      ownedAt: createdAt,
    });
    const deleted = await call(gateway, `DELETE ${path}`, { headers });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await call(gateway, `${method} ${path}`);
      expect([status, body.errors[0].code, body.errors[0].propertyName]).toEqual([404, 'PIX_ENTRY_NOT_FOUND', 'key']);
    }
  });

  test.each([
    ['123', 'INVALID_USER_ID'],
    ['10020030169', 'PERMISSION_NOT_GRANTED'],
  ])('DELETE for the user %s is refused', async (userId, code) => {
    const answer = await call(gateway, 'DELETE /pix/entries/10020030320', { headers: { 'x-svc-pix-user-id': userId } });
    expect([answer.status, answer.body.errors[0].code, answer.body.errors[0].propertyName]).toEqual([
      422,
      code,
      'x-svc-pix-user-id',
    ]);
  });
});
