import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newCpf, PIXEL_PNG, REGISTER_CUSTOMER, registrationInput, SUBMIT_DOCUMENT } from '../../support/customers.ts';
import { eventually } from '../../support/gateway.ts';
import type { GatewayProcess } from '../../support/gateway-process.ts';
import { accountInput, CREATE_TOTP, REGISTER_PIX_ENTRY, VALIDATE_TOTP } from '../../support/pix.ts';
import { buildServer, TestProcess } from '../../support/process.ts';
import { ProcessPair, STEPS } from './process-pair.ts';

/** A holder with an account that has few keys. */
const HOLDER = { document: '10020030169', account: '200001' };
const ANALYSIS = 'query ($token: String!) { documentAnalysis(token: $token) { status } }';
const CUSTOMER = 'query ($documentNumber: String!) { customer(documentNumber: $documentNumber) { status createdAt } }';
const EVENTS = '{ webhookEvents(last: 100) { nodes { rawName entityId } } }';
const KEYS = 'query ($number: String!) { paymentAccount(number: $number) { pixEntries { addressingKey { value } } } }';

let pair: ProcessPair;

beforeAll(async () => {
  await buildServer();
  pair = await ProcessPair.start();
});
afterAll(async () => {
  await pair.stop();
  await TestProcess.endAll();
});

type Answer = Awaited<ReturnType<GatewayProcess['ask']>>;
/** No answer, or one that leaves the request undecided. */
const NONE = undefined;

/** A request that can be repeated until it is answered. */
interface Sending {
  readonly query: string;
  readonly input: object;
}

/** Sends a request to the gateway in front. */
const send = ({ query, input }: Sending) => pair.front.ask(query, { input }).catch(() => NONE);

const untilAnswered = (sending: Sending): Promise<Answer> => eventually(() => send(sending));

const picture = (documentNumber: string, shown: object): Sending => ({
  query: SUBMIT_DOCUMENT,
  input: { documentNumber, image: PIXEL_PNG, ...shown },
});

/** Sends a picture until it is answered, waits until the bank approves it, and returns its token. */
async function approved(sending: Sending): Promise<string> {
  const { submitDocument } = await untilAnswered(sending);
  const { token } = submitDocument.analysis;
  await eventually(async () => (await pair.bank.ask(ANALYSIS, { token })).documentAnalysis?.status === 'APPROVED');
  return token;
}

/** Creates a challenge, and returns the request that validates its code. */
async function challenged(sending: Sending): Promise<Sending> {
  const { createTotp } = await untilAnswered(sending);
  return { query: VALIDATE_TOTP, input: { hash: createTotp.hash, code: createTotp.sandboxCode } };
}

interface Events {
  readonly webhookEvents: { readonly nodes: readonly { readonly rawName: string; readonly entityId: string }[] };
}

/** Returns the names of the events of an entity, sorted. */
async function eventsOf(gateway: GatewayProcess, id: string): Promise<string[]> {
  const { webhookEvents }: Events = await gateway.ask(EVENTS);
  const names = webhookEvents.nodes.filter(({ entityId }) => entityId === id);
  return names.map(({ rawName }) => rawName).toSorted();
}

interface Keys {
  readonly paymentAccount: { readonly pixEntries: readonly { readonly addressingKey: { readonly value: string } }[] };
}

async function keysOf(gateway: GatewayProcess): Promise<string[]> {
  const { paymentAccount }: Keys = await gateway.ask(KEYS, { number: HOLDER.account });
  return paymentAccount.pixEntries.map(({ addressingKey }) => addressingKey.value);
}

test.each(STEPS)(
  'a person and a proven key are registered once after a kill of $what',
  async (step) => {
    const documentNumber = newCpf();
    const email = `${randomUUID()}@example.com`;
    const key = { type: 'EMAIL', value: email };
    const selfie = picture(documentNumber, { documentType: 'SELFIE' });
    const challenge = { query: CREATE_TOTP, input: { documentNumber: HOLDER.document, addressingKey: key } };
    await pair.killDuring(step, [() => send(selfie), () => send(challenge)]);
    const documentation = {
      selfie: await approved(selfie),
      idCardFront: await approved(picture(documentNumber, { documentType: 'RG', documentSide: 'FRONT' })),
      idCardBack: await approved(picture(documentNumber, { documentType: 'RG', documentSide: 'BACK' })),
    };
    const validation = await challenged(challenge);
    const registration = {
      query: REGISTER_CUSTOMER,
      input: { ...registrationInput({ documentNumber, documentation }), idempotencyKey: randomUUID() },
    };
    await pair.killDuring(step, [() => send(registration), () => send(validation)]);
    const { registerCustomer } = await untilAnswered(registration);
    expect(registerCustomer).toMatchObject({ __typename: 'RegisterCustomerSuccess' });
    // A code that the bank has accepted is used up: if that answer was lost, another code is needed.
    const { validateTotp: first } = await untilAnswered(validation);
    const { validateTotp } =
      first.code === 'INVALID_TOTP_CODE' ? await untilAnswered(await challenged(challenge)) : { validateTotp: first };
    const entry = {
      query: REGISTER_PIX_ENTRY,
      input: {
        ...{ idempotencyKey: randomUUID(), addressingKey: key, account: accountInput(HOLDER.account) },
        transactionalHash: validateTotp.transactionalHash,
      },
    };
    await pair.killDuring(step, [() => send(entry)]);
    const { registerPixEntry } = await untilAnswered(entry);
    expect(registerPixEntry).toMatchObject({ __typename: 'RegisterPixEntrySuccess' });
    await pair.settled();
    // Sent again, all requests have the same results.
    const { id } = registerCustomer.registration;
    expect(await untilAnswered(registration)).toMatchObject({ registerCustomer: { registration: { id } } });
    expect(await untilAnswered(entry)).toEqual({ registerPixEntry });
    for (const gateway of [pair.bank, pair.front]) {
      const names = await eventually(async () => {
        const events = await eventsOf(gateway, documentNumber);
        return events.includes('CUSTOMER_WAS_APPROVED') && events;
      });
      expect(names).toEqual(['CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_RECEIVED']);
      expect((await keysOf(gateway)).filter((value) => value === email)).toHaveLength(1);
      expect((await gateway.ask(CUSTOMER, { documentNumber })).customer).toMatchObject({ status: 'APPROVED' });
    }
  },
  300_000,
);
