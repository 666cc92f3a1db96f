import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { misbehaving, MISDEEDS } from '../support/misdeeds.ts';
import { answering, hanging } from '../support/receiver.ts';
import { CREATE_CONFIGURATION, configurationInput } from '../support/webhooks.ts';
import type { Fault, Scene } from './fault.ts';
import { hasDelivered } from './invariants.ts';
import { MEMORY_GROWTH_KB_MAX, until } from './recovery.ts';

const MISBEHAVING_MS = 5_000;
/** Longest delivery to an endpoint that behaves, whatever the others do, in milliseconds. */
const DELIVERED_MS_MAX = 3_000;
const DELETE = 'mutation ($id: ID!) { deleteWebhookConfiguration(input: { configurationId: $id }) { __typename } }';

/** The partner's own endpoint behaves, and must receive its messages as if there were no others. */
async function hostileNeighbours({ estate, load, random, times }: Scene): Promise<void> {
  const endpoints = await Promise.all(random.shuffled(Object.values(MISDEEDS)).map((misdeed) => misbehaving(misdeed)));
  const ids: string[] = [];
  for (const { uri } of endpoints) {
    const input = configurationInput({ uri, context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' });
    const { data } = await load.partner.post(estate.anyApi, { query: CREATE_CONFIGURATION, variables: { input } });
    ids.push(data?.createWebhookConfiguration.configuration.id);
  }
  const before = estate.memory();
  await wait(MISBEHAVING_MS);
  const wanted = load.acknowledged.size + load.settled.length;
  await times.within('others have their events', DELIVERED_MS_MAX, () =>
    until('others have their events', () => hasDelivered(estate, wanted)),
  );
  for (const [index, kB] of estate.memory().entries())
    expect(kB - (before[index] ?? 0)).toBeLessThan(MEMORY_GROWTH_KB_MAX);
  for (const id of ids) await load.partner.post(estate.anyApi, { query: DELETE, variables: { id } });
  for (const { close } of endpoints) close();
}

/** The endpoint itself misbehaves for a while; it must receive everything afterwards. */
async function misbehave({ estate, random }: Scene): Promise<void> {
  const misdeeds = [
    answering(500),
    answering(429, { 'retry-after': '1' }),
    answering(301, { location: '/hook' }),
    hanging,
  ];
  for (const misdeed of random.shuffled(misdeeds)) {
    estate.receiver.answer('/hook', misdeed);
    await wait(700);
    estate.receiver.cut();
  }
  estate.receiver.answer('/hook', answering(204));
}

export const RECEIVER_FAULTS: readonly Fault[] = [
  { name: 'the endpoint of a partner misbehaves', isQuick: true, strike: misbehave },
  { name: 'endpoints of every bad kind are called beside it', strike: hostileNeighbours },
];
