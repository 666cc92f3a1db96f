import { capabilities } from '../capabilities.ts';
import { openSecretBox } from '../composition/services.ts';
import { systemClock, systemRandom } from '../composition/system.ts';
import { settings } from '../config/settings.ts';
import { readStorageConfig } from '../config/storage.ts';
import { eventLog } from '../events/log/event-log.ts';
import { isUuid } from '../kernel/uuid.ts';
import { Database } from '../platform/database/database.ts';
import type { OpenedDatabase } from '../platform/database/open-database.ts';
import { instantOf } from '../platform/statements/instant.ts';
import { toldJson } from '../provider/calls/provider-json.ts';
import type { ProviderClient } from '../provider/calls/provider-call.ts';
import {
  settleByHand,
  unknownIntents,
  type FoundOut,
  type SettleByHandNeeds,
} from '../provider/intents/settle-by-hand.ts';
import type { UnknownIntent } from '../provider/intents/open-intent.rows.ts';
import { CommandError, onDatabase, type CommandLine } from './command.ts';

/** Intents that are shown at most. */
const SHOWN_MAX = 100;

/** Why a mutation was not settled. */
const PROBLEMS = {
  NONE: 'There is no mutation of this id whose outcome is UNKNOWN: it may have been settled meanwhile.',
  UNFIT: 'Standard input is not what the provider answers to this mutation with its input. Nothing was settled.',
  OPEN: 'The account of it is not known here: have its partner read it by paymentAccount, then settle again. Nothing was settled.',
} as const;

/** Nobody is asked: an operator has. */
const nobody: ProviderClient = {
  call: () => Promise.resolve({ kind: 'UNANSWERED' }),
  close: () => Promise.resolve(),
};

/** `npm run provider -- settle` */
export async function settle(line: CommandLine, usage: string): Promise<string> {
  const [, id, outcome, ...others] = line.args;
  if (others.length > 0) throw new CommandError(usage);
  if (id === undefined) return onDatabase(line, ({ sessions }) => list(new Database(sessions)));
  if (!isUuid(id) || (outcome !== 'executed' && outcome !== 'not-executed')) throw new CommandError(usage);
  const found = outcome === 'executed' ? { body: parsed((await line.input?.()) ?? '') } : 'NOT_EXECUTED';
  return onDatabase(line, async (opened) => {
    const settled = await settleByHand(await needsOf(line, opened), id, found);
    if (settled !== 'SETTLED') throw new CommandError(PROBLEMS[settled]);
    return said(id, found);
  });
}

function said(id: string, found: FoundOut): string {
  return found === 'NOT_EXECUTED'
    ? `${id} is settled as not executed: its key is free.`
    : `${id} is settled as executed: its key stands for what was made.`;
}

async function list(database: Database): Promise<string> {
  const unknown = await unknownIntents(database, SHOWN_MAX);
  return unknown.length === 0
    ? 'The outcome of every mutation is known, or still looked for.'
    : unknown.map(described).join('\n');
}

function described({ id, partnerId, mutation, key, correlationId, createdAt }: UnknownIntent): string {
  const at = instantOf(createdAt).toISOString();
  return `${id}: ${mutation} of ${partnerId} at ${at}, idempotency key ${key}, correlation id ${correlationId}`;
}

async function needsOf({ environment }: CommandLine, opened: OpenedDatabase): Promise<SettleByHandNeeds> {
  const [clock, random] = [systemClock, systemRandom];
  const secrets = await openSecretBox(readStorageConfig(environment), opened);
  const analysisSeconds = settings.analysisSeconds.read(environment, true);
  // The relay numbers the event at its next look.
  const needs = { eventLog: eventLog(() => undefined), analysisSeconds, clock, random };
  return {
    side: { client: nobody, timeoutMs: 0, freshMs: 0, secrets, clock, random, noteUnmapped: () => undefined },
    database: new Database(opened.sessions),
    resumables: capabilities.flatMap(({ atProvider }) => atProvider?.(needs) ?? []),
  };
}

function parsed(text: string): unknown {
  const told = toldJson(text);
  if (told === undefined) throw new CommandError("Standard input must have the JSON body of the provider's answer.");
  return told;
}
