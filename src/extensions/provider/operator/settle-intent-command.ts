import { eventLog } from '../../../events/log/event-log.ts';
import { isUuid } from '../../../kernel/uuid.ts';
import { wrongUsage } from '../../../platform/commands/arguments.ts';
import { CommandError, type CommandDatabase, type ExtensionLine } from '../../../platform/commands/command.ts';
import type { Database } from '../../../platform/database/database.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import { providerAnswer } from '../calls/provider-json.ts';
import type { ProviderClient } from '../calls/provider-call.ts';
import type { UnknownIntent } from '../intents/open-intent.rows.ts';
import { settleByHand, unknownIntents, type FoundOut, type SettleByHandNeeds } from '../intents/settle-by-hand.ts';
import { resumablesOf } from '../sides.ts';

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
export async function settle(line: ExtensionLine, words: readonly string[], usage: string): Promise<string> {
  const [id, outcome] = words;
  if (id === undefined) return line.onDatabase(({ database }) => list(database));
  if (!isUuid(id))
    throw wrongUsage(`"${id}" is not the id of a mutation: npm run provider -- settle lists them.`, usage);
  if (outcome !== 'executed' && outcome !== 'not-executed')
    throw wrongUsage('The outcome must be executed or not-executed.', usage);
  const found = outcome === 'executed' ? { body: parsed((await line.input?.()) ?? '') } : 'NOT_EXECUTED';
  return line.onDatabase(async (opened) => {
    const settled = await settleByHand(needsOf(opened), id, found);
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

function needsOf({ database, secrets, clock, random, analysisSeconds }: CommandDatabase): SettleByHandNeeds {
  // The relay numbers the event at its next poll.
  const needs = { eventLog: eventLog(() => undefined), analysisSeconds, clock, random, secrets };
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
