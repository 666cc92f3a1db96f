import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { accountOf } from '../support/gateway-process.ts';
import { eventually } from '../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';
import { APIS } from './estate.ts';
import type { Fault, Scene } from './fault.ts';

const TWINS = 100;
const CUT_KEYS = 40;
const TRIES = 3;

async function twins({ estate, load }: Scene, isSame: boolean): Promise<void> {
  const key = randomUUID();
  const send = async (index: number) => {
    const label = isSame ? 'Twin' : `Twin ${index}`;
    const variables = { input: pocketInput({ idempotencyKey: key, accountNumber: accountOf(key), label }) };
    const gateway = estate.apis[index % estate.apis.length] ?? estate.process(APIS[0] ?? '');
    return eventually(async () => {
      const { data, errors = [] } = await load.post(gateway, { query: CREATE_POCKET, variables });
      for (const { extensions } of errors) expect(extensions['code']).toBe('SERVICE_UNAVAILABLE');
      return data?.createPocket ?? undefined;
    });
  };
  const answers = await Promise.all(Array.from({ length: TWINS }, (_, index) => send(index)));
  const made = answers.filter(({ __typename }) => __typename === 'CreatePocketSuccess');
  const numbers = new Set(made.map(({ pocket }) => pocket.number));
  expect(numbers.size).toBe(1);
  for (const number of numbers) load.acknowledgedElsewhere.push(number);
  expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
  if (isSame) expect(made).toHaveLength(TWINS);
  else expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'IDEMPOTENCY_KEY_REUSED']));
}

async function cutAndRetry({ estate, load, chance }: Scene): Promise<void> {
  const keys = Array.from({ length: CUT_KEYS }, () => randomUUID());
  const tries = Array.from({ length: TRIES }, () => keys).flat();
  await Promise.all(
    tries.map((key, index) => {
      const gateway = estate.process(APIS[index % APIS.length] ?? '');
      return load.create(key, gateway, AbortSignal.timeout(chance.integer(1, 60)));
    }),
  );
}

export const CLIENT_FAULTS: readonly Fault[] = [
  { name: 'a hundred twins submit at once', strike: (scene) => twins(scene, true) },
  { name: 'a hundred submit other input under one key', strike: (scene) => twins(scene, false) },
  { name: 'clients cut their connections and try again', strike: cutAndRetry },
];
