import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../../../support/gateway.ts';
import { accountInput, REGISTER_PIX_ENTRY } from '../../../support/pix.ts';
import { answer, BeforeAnother } from './before-another.ts';

const CPF = { type: 'CPF', value: '10020030673' };
const EVP = { type: 'EVP' };
const WAITING_MS = 200;

let before: BeforeAnother;
/** Answers the requests that the provider holds, oldest first. */
let held: (() => void)[];

beforeAll(async () => {
  before = await BeforeAnother.start();
});
beforeEach(() => {
  held = [];
  before.double.answer = ({ path }, response) => {
    const addressingKey = { ...EVP, value: randomUUID() };
    if (path.endsWith('/pix/entries'))
      held.push(() => {
        answer(response, 201, { addressingKey, createdAt: before.gateway.clock.now().toISOString() });
      });
    else answer(response, 500, '');
  };
});
afterAll(() => before.stop());

async function register(addressingKey: object, idempotencyKey?: string) {
  const input = {
    addressingKey,
    account: accountInput('200003'),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  return (await before.gateway.data({ query: REGISTER_PIX_ENTRY, variables: { input } })).registerPixEntry;
}

const answered = (nth: number) =>
  eventually(() => {
    held[nth]?.();
    return Promise.resolve(held[nth] !== undefined);
  });

test('a request with a key is not answered with the key of one without, and creates its own once', async () => {
  const keyless = register(EVP);
  await eventually(() => Promise.resolve(held.length === 1));
  const key = randomUUID();
  const keyed = register(EVP, key);
  // It waits for its turn.
  await wait(WAITING_MS);
  await answered(0);
  await answered(1);
  const [first, second] = await Promise.all([keyless, keyed]);
  expect(second.entry.addressingKey.value).not.toBe(first.entry.addressingKey.value);
  expect(await register(EVP, key)).toEqual(second);
});

test('a key that is in use with other input is refused, whosever turn it is', async () => {
  const key = randomUUID();
  const evp = register(EVP);
  await eventually(() => Promise.resolve(held.length === 1));
  const cpf = register(CPF, key);
  await eventually(() => Promise.resolve(held.length === 2));
  try {
    expect(await register(EVP, key)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  } finally {
    for (const answerIt of held) answerIt();
    await Promise.allSettled([cpf, evp]);
  }
});

test('a key that an open request holds is refused for other input, also if that is refused without asking', async () => {
  before.double.answer = (_request, response) => {
    answer(response, 500, '');
  };
  const idempotencyKey = randomUUID();
  const variables = { input: { addressingKey: CPF, account: accountInput('200003'), idempotencyKey } };
  const { body } = await before.gateway.ask({ query: REGISTER_PIX_ENTRY, variables });
  expect(body.errors?.[0]?.extensions).toMatchObject({ outcome: { key: idempotencyKey, state: 'RUNNING' } });
  const wrong = { ...variables.input, userId: '10020030674' };
  const refused = (input: object) => before.gateway.data({ query: REGISTER_PIX_ENTRY, variables: { input } });
  expect(await refused(wrong)).toMatchObject({ registerPixEntry: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  expect(await refused({ ...wrong, idempotencyKey: randomUUID() })).toMatchObject({
    registerPixEntry: { code: 'INVALID_USER_ID' },
  });
});
