import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { countRegistrations, documentationOf } from './customers.ts';
import { databaseUrl, withClient } from './database.ts';
import { HttpConnection } from './http-connection.ts';
import { SPREAD_DAYS } from './messages/messages-world.ts';
import { WorkloadName } from './options.ts';
import type { System, SystemName } from './systems.ts';
import {
  cpfKey,
  createPocketBody,
  messagePageBody,
  pageBody,
  pageWithCursorsBody,
  registerCustomerBody,
  registerPixEntryBody,
} from './workloads.ts';
import {
  countCreations,
  countKeys,
  CREATION_ACCOUNTS,
  creationAccountNumber,
  keyAccountNumber,
  pageAccountNumber,
} from './world.ts';

/** Returns requests whose answers are compared; a repeated key shows that every system is really idempotent. */
function probes(workload: WorkloadName): readonly string[] {
  switch (workload) {
    case WorkloadName.PAGE:
      return [pageBody(pageAccountNumber(0)), pageBody(pageAccountNumber(1)), pageBody('1')];
    case WorkloadName.PAGE_WITH_CURSORS:
      return [pageAccountNumber(0), pageAccountNumber(1), '1'].map(pageWithCursorsBody);
    case WorkloadName.MESSAGES:
      return [messagePageBody(0), messagePageBody(40), messagePageBody(SPREAD_DAYS - 1)];
    case WorkloadName.CREATE_POCKET: {
      const creation = createPocketBody(creationAccountNumber(CREATION_ACCOUNTS - 1), randomUUID());
      return [creation, creation, createPocketBody('1', randomUUID())];
    }
    case WorkloadName.REGISTER_EVP:
      return keyProbes({ type: 'EVP' });
    case WorkloadName.REGISTER_CPF:
      return keyProbes(cpfKey(0));
    case WorkloadName.REGISTER_CUSTOMER:
      return [registerCustomerBody(0), registerCustomerBody(0), registerCustomerBody(1, documentationOf(0))];
  }
}

/** Returns probes whose second key is refused, as too soon or as a duplicate. */
function keyProbes(key: object): readonly string[] {
  const registration = registerPixEntryBody(keyAccountNumber(0), key);
  return [registration, registration, registerPixEntryBody('1', key)];
}

/** Values that are random or come from the clock. */
const CHANCE_FIELDS: ReadonlySet<string> = new Set(['id', 'number', 'createdAt', 'receivedAt']);
const CHANCE_FIELDS_OF_EVP: ReadonlySet<string> = new Set([...CHANCE_FIELDS, 'value']);

/** How many things are stored; `withOneEvent` is absent if they have no events. */
interface Stored {
  readonly made: number;
  readonly withOneEvent?: number;
}

/** Workloads whose requests create something: the probes create one thing at each system. */
const CREATIONS: ReadonlyMap<WorkloadName, (client: Client) => Promise<Stored>> = new Map<
  WorkloadName,
  (client: Client) => Promise<Stored>
>([
  [WorkloadName.CREATE_POCKET, countCreations],
  [WorkloadName.REGISTER_CUSTOMER, countRegistrations],
  [WorkloadName.REGISTER_EVP, (client) => countKeys(client, 'EVP')],
  [WorkloadName.REGISTER_CPF, (client) => countKeys(client, 'CPF')],
]);

/**
 * Sends the same requests to all systems and compares `data`: exactly for pages, and without ids, numbers and instants
 * for creations.
 * @throws Error with both answers if one differs from the first system's
 * @returns how many things each system has created
 */
export async function verifySameAnswers(
  systems: readonly System[],
  workload: WorkloadName,
  token: string,
): Promise<number> {
  const bodies = probes(workload);
  let first: readonly string[] | undefined;
  for (const { title, server, body: asked, written } of systems) {
    const connection = await HttpConnection.open({ port: server.port, token });
    const texts: string[] = [];
    for (const body of bodies) texts.push((await connection.post(asked(body))).toString());
    connection.close();
    first ??= texts;
    const hidden = hiddenFields(workload, written !== undefined);
    const answers = texts.map((text) => dataOf(text, hidden, written));
    const expected = first.map((text) => dataOf(text, hidden));
    if (!isDeepStrictEqual(answers, expected))
      throw new Error(`${title} answers otherwise:\n${JSON.stringify(answers)}\nand not:\n${JSON.stringify(expected)}`);
  }
  return CREATIONS.has(workload) ? 1 : 0;
}

function hiddenFields(workload: WorkloadName, hasOwnCursors: boolean): ReadonlySet<string> {
  if (workload === WorkloadName.REGISTER_EVP) return CHANCE_FIELDS_OF_EVP;
  return CREATIONS.has(workload) ? CHANCE_FIELDS : new Set(hasOwnCursors ? ['endCursor'] : []);
}

const asIs = (_name: string, value: unknown) => value;

function dataOf(text: string, hidden: ReadonlySet<string>, written = asIs): unknown {
  const answer: unknown = JSON.parse(text, (name, value: unknown) => (hidden.has(name) ? '…' : written(name, value)));
  if (typeof answer === 'object' && answer !== null && 'data' in answer && !('errors' in answer)) return answer.data;
  throw new Error(`An answer with errors: ${text.slice(0, 2_000)}`);
}

/**
 * Checks that each system has stored everything that it answered with, each with exactly one event. Workloads that only
 * read need no check.
 * @throws Error that names the first system that has not
 */
export async function verifyCreations(
  workload: WorkloadName,
  systems: readonly System[],
  { url, answered }: { readonly url: string; readonly answered: ReadonlyMap<SystemName, number> },
): Promise<void> {
  const count = CREATIONS.get(workload);
  if (count === undefined) return;
  for (const { name, title, database } of systems) {
    const { made, withOneEvent = made } = await withClient(databaseUrl(url, database), async (client) => {
      // What was created has not been analyzed: it is expected to be a few rows.
      await client.query('set enable_nestloop = off');
      return count(client);
    });
    const expected = answered.get(name) ?? 0;
    if (made === expected && withOneEvent === expected) continue;
    throw new Error(`${title} answered with ${expected} new ones, stored ${made}, and ${withOneEvent} have one event.`);
  }
}
