import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { databaseUrl, withClient } from './database.ts';
import { HttpConnection } from './http-connection.ts';
import { SPREAD_DAYS } from './messages/messages-world.ts';
import { WorkloadName } from './options.ts';
import type { System } from './systems.ts';
import { createPocketBody, messagePageBody, pageBody } from './workloads.ts';
import { countCreations, CREATION_ACCOUNTS, creationAccountNumber, pageAccountNumber } from './world.ts';

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
  }
}

/** Values that chance or the clock make. */
const CHANCE_FIELDS: ReadonlySet<string> = new Set(['id', 'number', 'createdAt']);

/**
 * Sends the same requests to all systems and compares `data`: to the letter for pages, and without ids, numbers and
 * instants for creations.
 * @throws Error that shows both answers when one differs from the first system's
 * @returns how many pockets each system has created
 */
export async function verifySameAnswers(
  systems: readonly System[],
  workload: WorkloadName,
  token: string,
): Promise<number> {
  const hidden = workload === WorkloadName.CREATE_POCKET ? CHANCE_FIELDS : new Set<string>();
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
  return workload === WorkloadName.CREATE_POCKET ? 1 : 0;
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
