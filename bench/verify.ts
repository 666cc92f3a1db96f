import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { databaseUrl, withClient } from './database.ts';
import { HttpConnection } from './http-connection.ts';
import { SPREAD_DAYS } from './messages/messages-world.ts';
import { WorkloadName } from './options.ts';
import type { System } from './systems.ts';
import { cpfKey, createPocketBody, messagePageBody, pageBody, registerPixEntryBody } from './workloads.ts';
import {
  countCreations,
  countKeys,
  CREATION_ACCOUNTS,
  creationAccountNumber,
  keyAccountNumber,
  pageAccountNumber,
} from './world.ts';

/** Requests whose answers are compared; a repeated key shows that every system really is idempotent. */
function probes(workload: WorkloadName): readonly string[] {
  switch (workload) {
    case WorkloadName.PAGE:
      return [pageBody(pageAccountNumber(0)), pageBody(pageAccountNumber(1)), pageBody('1')];
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
  }
}

/** The second key is refused, as too soon or as a duplicate. */
function keyProbes(key: object): readonly string[] {
  const registration = registerPixEntryBody(keyAccountNumber(0), key);
  return [registration, registration, registerPixEntryBody('1', key)];
}

/** Values that chance or the clock make. */
const CHANCE_FIELDS: ReadonlySet<string> = new Set(['id', 'number', 'createdAt']);
const CHANCE_FIELDS_OF_EVP: ReadonlySet<string> = new Set([...CHANCE_FIELDS, 'value']);

/**
 * Sends the same requests to all systems and compares `data`: to the letter for pages, and without ids, numbers and
 * instants for creations.
 * @throws Error that shows both answers when one differs from the first system's
 * @returns how many pockets or keys each system has created
 */
export async function verifySameAnswers(
  systems: readonly System[],
  workload: WorkloadName,
  token: string,
): Promise<number> {
  const hidden = hiddenFields(workload);
  const bodies = probes(workload);
  let expected: unknown;
  for (const { title, server } of systems) {
    const connection = await HttpConnection.open({ port: server.port, token });
    const answers: unknown[] = [];
    for (const body of bodies) answers.push(dataOf((await connection.post(body)).toString(), hidden));
    connection.close();
    expected ??= answers;
    if (!isDeepStrictEqual(answers, expected))
      throw new Error(`${title} answers otherwise:\n${JSON.stringify(answers)}\nand not:\n${JSON.stringify(expected)}`);
  }
  return hidden.size > 0 ? 1 : 0;
}

function hiddenFields(workload: WorkloadName): ReadonlySet<string> {
  switch (workload) {
    case WorkloadName.CREATE_POCKET:
    case WorkloadName.REGISTER_CPF:
      return CHANCE_FIELDS;
    case WorkloadName.REGISTER_EVP:
      return CHANCE_FIELDS_OF_EVP;
    case WorkloadName.PAGE:
    case WorkloadName.MESSAGES:
      return new Set();
  }
}

function dataOf(text: string, hidden: ReadonlySet<string>): unknown {
  const answer: unknown = JSON.parse(text, (name, value: unknown) => (hidden.has(name) ? '…' : value));
  if (typeof answer === 'object' && answer !== null && 'data' in answer && !('errors' in answer)) return answer.data;
  throw new Error(`An answer with errors: ${text.slice(0, 2_000)}`);
}

/**
 * Checks that each system has stored every pocket that it answered with, each with exactly one event.
 * @throws Error that names the first system which has not
 */
export async function verifyCreations(
  systems: readonly System[],
  url: string,
  created: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { name, title, database } of systems) {
    const { pockets, withOneEvent } = await withClient(databaseUrl(url, database), countCreations);
    const answered = created.get(name) ?? 0;
    if (pockets === answered && withOneEvent === answered) continue;
    throw new Error(
      `${title} answered with ${answered} new pockets, stored ${pockets}, and ${withOneEvent} have exactly one event.`,
    );
  }
}

/**
 * Checks that each system has stored every key that it answered with.
 * @throws Error that names the first system which has not
 */
export async function verifyKeys(
  systems: readonly System[],
  url: string,
  { type, registered }: { readonly type: 'CPF' | 'EVP'; readonly registered: ReadonlyMap<string, number> },
): Promise<void> {
  for (const { name, title, database } of systems) {
    const stored = await withClient(databaseUrl(url, database), (client) => countKeys(client, type));
    const answered = registered.get(name) ?? 0;
    if (stored !== answered) throw new Error(`${title} answered with ${answered} ${type} keys and stored ${stored}.`);
  }
}
