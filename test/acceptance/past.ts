import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createConfiguration } from '../support/configurations.ts';
import { newCpf, openAccount } from '../support/customers.ts';
import { lastDays } from '../support/days.ts';
import { eventually } from '../support/gateway.ts';
import { createTotp, register, validateTotp, type Key } from '../support/pix.ts';
import { answering, hanging, type Receiver } from '../support/receiver.ts';
import { reprocessByFilter } from '../support/reprocessing.ts';
import { readLog } from './event-log.ts';
import { Follower } from './follower.ts';
import { analysedPictures, registered } from './person.ts';
import type { Stay } from './stay.ts';

/** How long partners use it, in milliseconds. */
const LIFE_MS = 12_000;
/** Consecutive faults that open a breaker, and some more messages, which are held. */
const HELD = 8;
/** A key of another person at another bank. */
const TAKEN = { type: 'EMAIL', value: 'taken@example.com' };

/**
 * Creates the data that a release leaves when it is upgraded: a past with everything that there is, messages that are
 * pending for an endpoint, a process that was killed with calls in flight, then one whose events have no numbers yet.
 */
export async function makePast(stay: Stay, endpoint: Receiver): Promise<void> {
  // No user has run a release for one start only.
  await stay.killed();
  await stay.startAgain();
  await stay.life.tell(stay.receiver);
  stay.life.begin();
  await stay.product.whileAlive(() => Promise.all([wait(LIFE_MS), live(stay)]));
  await stay.life.end();
  if (stay.life.wrong.length > 0) throw new Error(`The life went wrong: ${stay.life.wrong.join('\n')}`);
  const { webhookEventsCursor } = await stay.stranger.data({ query: '{ webhookEventsCursor }' });
  stay.follower = await Follower.after(webhookEventsCursor, stay.stranger);
  await stay.product.whileAlive(() => leavePending(stay, endpoint));
  await stay.killed();
  await stay.startAgain({ ROLES: 'api' });
  await stay.deeds.cashIn('200002', 'PIX');
  await stay.deeds.pocket();
  await stay.killed();
}

/** Creates a customer with account and keys, unused one-time codes, a look-up, and a search that is sent again. */
async function live({ stranger, ledger }: Stay): Promise<void> {
  const documentNumber = newCpf();
  const analyses = await analysedPictures(stranger, documentNumber);
  const { decided } = await registered(stranger, documentNumber, analyses);
  const { account } = await openAccount(stranger, documentNumber);
  const { entry } = await register(stranger, { number: account.number, key: { type: 'EVP' } });
  ledger.keep(
    { id: decided.id, __typename: 'CustomerRegistration' },
    { id: account.id, __typename: 'PaymentAccount' },
    { id: entry.id, __typename: 'PixEntry' },
  );
  const key = () => ({ type: 'EMAIL', value: `${randomUUID()}@example.com` });
  const proof = async (of: Key) => {
    const { hash, sandboxCode } = await createTotp(stranger, documentNumber, of);
    return (await validateTotp(stranger, hash, sandboxCode)).transactionalHash as string;
  };
  await createTotp(stranger, documentNumber, key());
  await proof(key());
  const number = account.number as string;
  await register(stranger, { number, key: TAKEN, transactionalHash: await proof(TAKEN) });
  const again = await reprocessByFilter(
    stranger,
    { filter: { ...lastDays(), states: ['SUCCESS'] } },
    { client: 'acme-pay' },
  );
  ledger.keep({ id: again.reprocessing.id, __typename: 'WebhookReprocessing' });
}

/** Leaves messages that wait for a retry, messages that a breaker holds, and messages with calls in flight. */
async function leavePending({ stranger, ledger, deeds }: Stay, endpoint: Receiver): Promise<void> {
  endpoint.answer('/later', answering(503));
  endpoint.answer('/held', answering(503));
  endpoint.answer('/hanging', hanging);
  const configure = (path: string, context: string, eventName: string) =>
    createConfiguration(
      stranger,
      { name: 'Pending', context, eventName, uri: endpoint.url(path) },
      { client: 'acme-pay' },
    );
  await configure('/later', 'TED', 'TED_CASH_IN_WAS_CLEARED');
  await configure('/held', 'PIX', 'PIX_CASH_IN_WAS_RECEIVED');
  await configure('/hanging', 'PIX', 'PIX_CASH_IN_WAS_CLEARED');
  const ids = async (rail: 'PIX' | 'TED', accountNumber: string, count: number) => {
    const before = new Set(ledger.cashIns.keys());
    for (let nth = 0; nth < count; nth += 1) await deeds.cashIn(accountNumber, rail);
    return [...ledger.cashIns.keys()].filter((id) => !before.has(id));
  };
  const later = await ids('TED', '100003', 1);
  const held = await ids('PIX', '200002', HELD);
  ledger.pending = { '/later': later, '/held': held, '/hanging': held };
  await eventually(() => Promise.resolve(endpoint.callsOf('/hanging').length === HELD));
  await eventually(async () => {
    const filter = { ...lastDays(), states: ['HOLD'], eventNames: ['PIX_CASH_IN_WAS_RECEIVED'] };
    const query = `query ($filter: WebhookMessageFilter!) { webhookMessages(first: 100, filter: $filter) {
      nodes { destination } } }`;
    const { webhookMessages } = await stranger.data({ query, variables: { filter } });
    const { nodes } = webhookMessages as { nodes: { destination: string }[] };
    return nodes.some(({ destination }) => destination === endpoint.url('/held'));
  });
  ledger.events = await readLog(stranger);
}
