import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { accountOf } from '../support/gateway-process.ts';
import type { GraphqlBody } from '../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';
import type { Fault, Scene } from './fault.ts';
import { until } from './recovery.ts';

const TWINS = 100;
const CUT_KEYS = 40;
const TRIES = 3;

async function twins({ estate, load }: Scene, isSame: boolean): Promise<void> {
  const key = randomUUID();
  const answers: NonNullable<GraphqlBody['data']>[] = [];
  const send = async (index: number) => {
    const label = isSame ? 'Twin' : `Twin ${index}`;
    const variables = { input: pocketInput({ idempotencyKey: key, accountNumber: accountOf(key), label }) };
    const gateway = estate.apis[index % estate.apis.length] ?? estate.anyApi;
    await until('a twin is answered', async () => {
      const { data, errors = [] } = await load.partner.post(gateway, { query: CREATE_POCKET, variables });
      for (const { extensions } of errors) expect(extensions['code']).toBe('SERVICE_UNAVAILABLE');
      if (data?.createPocket) answers.push(data.createPocket);
      return Boolean(data?.createPocket);
    });
  };
  await Promise.all(Array.from({ length: TWINS }, (_, index) => send(index)));
  const made = answers.filter(({ __typename }) => __typename === 'CreatePocketSuccess');
  const numbers = new Set(made.map(({ pocket }) => pocket.number));
  expect(numbers.size).toBe(1);
  for (const number of numbers) load.settled.push(number);
  expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
  if (isSame) expect(made).toHaveLength(TWINS);
  else expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'IDEMPOTENCY_KEY_REUSED']));
}

async function cutAndRetry({ estate, load, random }: Scene): Promise<void> {
  const keys = Array.from({ length: CUT_KEYS }, () => randomUUID());
  const tries = Array.from({ length: TRIES }, () => keys).flat();
  await Promise.all(
    tries.map((key, index) => {
      const gateway = estate.apis[index % estate.apis.length] ?? estate.anyApi;
      return load.create(key, gateway, AbortSignal.timeout(random.integer(1, 60)));
    }),
  );
}

export const CLIENT_FAULTS: readonly Fault[] = [
  { name: 'a hundred twins submit at once', isQuick: true, strike: (scene) => twins(scene, true) },
  { name: 'a hundred submit other input under one key', isQuick: true, strike: (scene) => twins(scene, false) },
  { name: 'clients cut their connections and try again', isQuick: true, strike: cutAndRetry },
];
