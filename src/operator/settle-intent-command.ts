import { openSecretBox } from '../composition/services.ts';
import { systemRandom as random } from '../composition/system.ts';
import { documents } from '../config/documents.ts';
import { readFrom } from '../config/reading.ts';
import { readStorageConfig } from '../config/storage.ts';
import { eventLog } from '../events/log/event-log.ts';
import { isUuid } from '../kernel/uuid.ts';
import { Database } from '../platform/database/database.ts';
import type { OpenedDatabase } from '../platform/database/opened-database.ts';
import { instantOf } from '../platform/statements/instant.ts';
import { providerAnswer } from '../provider/calls/provider-json.ts';
import type { ProviderClient } from '../provider/calls/provider-call.ts';
import {
  settleByHand,
  unknownIntents,
  type FoundOut,
  type SettleByHandNeeds,
} from '../provider/intents/settle-by-hand.ts';
import type { UnknownIntent } from '../provider/intents/open-intent.rows.ts';
import { resumablesOf } from '../provider/sides.ts';
import { wrongUsage } from './arguments.ts';
import { CommandError, databaseClock, onDatabase, type CommandLine } from './command.ts';

/** Most intents that are listed. */
const SHOWN_MAX = 100;

/** Why a mutation was not settled. */
const PROBLEMS = {
  NONE: 'No mutation with this id has the outcome UNKNOWN: it may have been settled meanwhile.',
  UNFIT: 'Standard input is not a response of the provider to this mutation with its input. Nothing was settled.',
  OPEN: 'Its account is not stored here: let the partner query it by paymentAccount, then settle again. Nothing was settled.',
} as const;

/** Calls no provider: the operator has asked it. */
const nobody: ProviderClient = {
  call: () => Promise.resolve({ kind: 'UNANSWERED' }),
  close: () => Promise.resolve(),
};

/** `npm run provider -- settle` */
export async function settle(line: CommandLine, words: readonly string[], usage: string): Promise<string> {
  const [id, outcome] = words;
  if (id === undefined) return onDatabase(line, ({ sessions }) => list(new Database(sessions)));
  if (!isUuid(id))
    throw wrongUsage(`"${id}" is not the id of a mutation: npm run provider -- settle lists them.`, usage);
  if (outcome !== 'executed' && outcome !== 'not-executed')
    throw wrongUsage('The outcome must be executed or not-executed.', usage);
  const found = outcome === 'executed' ? { body: parsed((await line.input?.()) ?? '') } : 'NOT_EXECUTED';
  return onDatabase(line, async (opened) => {
    const settled = await settleByHand(await needsOf(line, opened), id, found);
    if (settled !== 'SETTLED') throw new CommandError(PROBLEMS[settled]);
    return sentenceOf(id, found);
  });
}

function sentenceOf(id: string, found: FoundOut): string {
  return found === 'NOT_EXECUTED'
    ? `${id} is settled as not executed: its key is free.`
    : `${id} is settled as executed: requests with its key return the result.`;
}

async function list(database: Database): Promise<string> {
  const unknown = await unknownIntents(database, SHOWN_MAX);
  return unknown.length === 0 ? 'No mutation has the outcome UNKNOWN.' : unknown.map(described).join('\n');
}

function described({ id, partnerId, mutation, key, correlationId, createdAt }: UnknownIntent): string {
  const at = instantOf(createdAt).toISOString();
  return `${id}: ${mutation} of ${partnerId} at ${at}, idempotency key ${key}, correlation id ${correlationId}`;
}

async function needsOf({ environment }: CommandLine, opened: OpenedDatabase): Promise<SettleByHandNeeds> {
  const database = new Database(opened.sessions);
  const clock = await databaseClock(database);
  const secrets = await openSecretBox(readStorageConfig(environment), opened);
  const { analysisSeconds } = readFrom(environment, ({ of }) => of(documents));
  // The relay numbers the event at its next poll.
  const needs = { eventLog: eventLog(() => undefined), analysisSeconds, clock, random };
  return {
    side: {
      ...{ client: nobody, timeoutMs: 0, freshMs: 0, secrets, clock, random, noteUnmapped: () => undefined },
      // The operator sees why.
      noteUnstored(error) {
        throw error;
      },
    },
    database,
    resumables: resumablesOf(needs),
  };
}

function parsed(text: string): unknown {
  const answer = providerAnswer(text);
  if (answer === undefined) throw new CommandError("Standard input must be the JSON body of the provider's response.");
  return answer;
}
