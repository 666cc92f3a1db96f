import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../support/gateway.ts';
import { createTotp, register } from '../support/pix.ts';
import { createPocket, pocketInput, pocketUser } from '../support/pockets.ts';

const WANTED = 'Give a valid CNPJ: 12 digits or capital letters and 2 check digits, without a mask.';
const CNPJ = { type: 'CNPJ', value: '12ABC34501DE35' } as const;
const WRONG = { type: 'CNPJ', value: '12ABC34501DE36' } as const;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ALPHANUMERIC_CNPJ: 'true' } });
});
afterAll(() => gateway.stop());

describe('a gateway that accepts CNPJs with letters as keys', () => {
  test('mentions letters when it refuses an invalid CNPJ', async () => {
    expect(await createPocket(gateway, pocketInput({ user: pocketUser({ document: WRONG }) }))).toMatchObject({
      violations: [{ path: ['user', 'document', 'value'], message: WANTED }],
    });
    expect(await register(gateway, { key: WRONG, number: '200001' })).toMatchObject({
      violations: [{ path: ['addressingKey', 'value'], message: WANTED }],
    });
    expect(await createTotp(gateway, WRONG.value, { type: 'EMAIL', value: 'a@example.com' })).toMatchObject({
      violations: [{ message: 'Give the CPF or CNPJ of a holder of an account, without a mask.' }],
    });
  });

  test('accepts a CNPJ with letters and valid check digits', async () => {
    expect(await createPocket(gateway, pocketInput({ user: pocketUser({ document: CNPJ }) }))).toMatchObject({
      __typename: 'CreatePocketSuccess',
    });
  });
});
