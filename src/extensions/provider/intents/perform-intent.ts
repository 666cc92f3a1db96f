import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'valibot';
import { steadyTime } from '../../../kernel/clock.ts';
import type { DomainError } from '../../../kernel/domain-error.ts';
import { idempotencyKeyReused, type IdempotencyKeyReused } from '../../../kernel/idempotency-key-reused.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/database/caller.ts';
import { fingerprintOf, type Made } from '../../../platform/idempotency/once-per-key.ts';
import {
  CLAIM_INTENT,
  FIND_INTENT,
  FIND_STANDING,
  FORGET_INTENT,
  RELEASE_UNANSWERED_INTENT,
  type Standing,
} from './intent.rows.ts';
import type { ProviderMutation } from './provider-mutation.ts';
import { lookFor } from './look-for.ts';
import { asking, readingOf, type OpenIntent, type ProviderSide } from './provider-side.ts';
import { LOST, madeBefore, OPEN, settleIntent } from './settle-intent.ts';
import { Undecided } from '../../../kernel/undecided.ts';

/** How long an intent's lease exceeds the timeout of its call, in seconds: time to settle it. */
export const INTENT_LEASE_MARGIN_SECONDS = 10;
/** After how long a worker resumes an unanswered intent, in seconds. */
const FIRST_TRY_SECONDS = 1;
/** For each question before and after the request of a mutation: a client waits for it, within the lease. */
const ASIDE = { priority: 'MUTATION', timeoutMs: 2_000 } as const;
/** Intervals at which an intent is polled that another request holds, in milliseconds; they double. */
const LOOK_REST_MS = { min: 20, max: 250 } as const;
/** After how long a request that waited for its turn in vain may be sent again, in seconds. */
const TURN_SECONDS = 5;

/** A mutation that a caller requests. */
export interface Performing<Wanted> extends Caller {
  readonly wanted: Wanted;
  /** If absent, a key is generated: the provider still executes the mutation once. */
  readonly key: string | null | undefined;
}

/**
 * Performs a mutation at the provider, once per key: it is stored before it is sent, and its outcome commits with what
 * it created. Requests with the same key, or without one and with the same input, wait for the one in flight.
 */
export async function performIntent<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  performing: Performing<Wanted>,
): Promise<Made<Row> | DomainError | Undecided> {
  const { database, requester, wanted } = performing;
  const { partnerId } = requester;
  const giveUpAtMs = performance.now() + side.timeoutMs;
  const turn = mutation.turnOf?.(wanted) ?? null;
  const fingerprint = fingerprintOf(wanted);
  const replayed = async (id: string) => ({
    row: await madeBefore(database, mutation.find, partnerId, id),
    replayed: true,
  });
  for (;;) {
    const intent = newIntent(side, mutation, performing, fingerprint);
    if (await claim(side, mutation, performing, { ...intent, turn })) {
      const outcome = await send(side, mutation, intent);
      if (outcome !== LOST) return outcome;
    }
    const now = side.clock.now().toISOString();
    const values = [partnerId, mutation.name, intent.key, fingerprint, turn, now, intent.isClientsKey] as const;
    const [standing] = (await database.run(FIND_STANDING, values)).toSorted(decisiveFirst);
    // The intent in the way was settled meanwhile.
    if (standing === undefined) continue;
    const { kind, id, key } = standing;
    if ((kind === 'RESULT' || kind === 'KEY') && standing.fingerprint !== fingerprint)
      return idempotencyKeyReused(mutation.replaySeconds);
    if (kind === 'RESULT') return replayed(id);
    const { state, resultId } = await settled(database, { partnerId, id, giveUpAtMs });
    if (kind === 'TURN') {
      if (state === 'RUNNING' || state === 'UNKNOWN') return Undecided.notSent(TURN_SECONDS);
    } else if (state === 'RUNNING' || state === 'UNKNOWN') {
      return Undecided.unanswered({ mutation: mutation.name, key, state });
    } else if (resultId !== null) {
      return replayed(resultId);
    }
  }
}

/**
 * Returns a refusal that is decided here, so that nothing is sent, unless the key belongs to another input: that takes
 * precedence, also while the outcome of that input is open.
 */
export async function refuseUnsent<Wanted extends object, Refusal>(
  { clock }: Pick<ProviderSide, 'clock'>,
  { name, replaySeconds }: Pick<ProviderMutation<Wanted, unknown, unknown>, 'name' | 'replaySeconds'>,
  { database, requester, wanted, key, refusal }: Performing<Wanted> & { readonly refusal: Refusal },
): Promise<Refusal | IdempotencyKeyReused> {
  if (key === null || key === undefined) return refusal;
  const fingerprint = fingerprintOf(wanted);
  const values = [requester.partnerId, name, key, fingerprint, null, clock.now().toISOString(), true] as const;
  const standing = await database.run(FIND_STANDING, values);
  return standing.some((one) => one.fingerprint !== fingerprint) ? idempotencyKeyReused(replaySeconds) : refusal;
}

/** What is in the way, in the order in which it decides: a key that is in use is refused, whosever turn it is. */
const DECISIVE = ['RESULT', 'KEY', 'INPUT', 'TURN'] as const;

const decisiveFirst = (one: Pick<Standing, 'kind'>, other: Pick<Standing, 'kind'>) =>
  DECISIVE.indexOf(one.kind) - DECISIVE.indexOf(other.kind);

/** Reads the input as it is read back when it is sent again: the provider gets the same bytes. */
function newIntent<Wanted extends object, Answer, Row>(
  { random, clock }: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  { database, requester, wanted, key }: Performing<Wanted>,
  fingerprint: string,
): OpenIntent<Wanted> {
  const isClientsKey = key !== null && key !== undefined;
  const since = clock.now();
  return {
    id: random.timeOrderedUuid(since),
    lease: random.uuid(),
    key: isClientsKey ? key : random.uuid(),
    isClientsKey,
    fingerprint,
    requester,
    wanted: parse(mutation.wanted, JSON.parse(JSON.stringify(wanted))),
    since,
    database,
  };
}

/** Claims an intent; false if a result or another intent is in the way. Nothing was done yet: no audit entry is due. */
async function claim<Wanted extends object, Answer, Row>(
  { secrets, clock, timeoutMs }: ProviderSide,
  { name, resendSeconds }: ProviderMutation<Wanted, Answer, Row>,
  { database, client, requester }: Performing<Wanted>,
  { id, lease, key, isClientsKey, fingerprint, wanted, turn }: OpenIntent<Wanted> & { readonly turn: string | null },
): Promise<boolean> {
  const now = clock.now();
  const leasedUntil = new Date(now.getTime() + timeoutMs + INTENT_LEASE_MARGIN_SECONDS * 1_000);
  const { partnerId, correlationId } = requester;
  const claimed = await database.run(CLAIM_INTENT, {
    ...{ id, lease, partnerId, client, correlationId, mutation: name, key, isClientsKey, fingerprint, turn },
    request: secrets.seal(JSON.stringify(wanted), id),
    leasedUntil: leasedUntil.toISOString(),
    now: now.toISOString(),
    machineAt: steadyTime().toISOString(),
    // In an embedded database, no other process flushes a commit that did not wait for the disk.
    waitsForDisk: database.isEmbedded || !isClientsKey || resendSeconds === 0,
  });
  return claimed.length > 0;
}

async function send<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  intent: OpenIntent<Wanted>,
): Promise<Made<Row> | DomainError | Undecided | typeof LOST> {
  const { id, lease, key, wanted, database, requester } = intent;
  const { partnerId, correlationId } = requester;
  const request = mutation.request(wanted, key);
  await mutation.before?.({ requester, wanted, database, ask: asking(side, requester, ASIDE) });
  const reply = await side.client.call({ ...request, partnerId, correlationId, priority: 'MUTATION' });
  const read = readingOf(reply, (body) => mutation.read(body, wanted));
  const reading = read.kind === 'SILENT' ? await lookFor(side, mutation, intent, ASIDE) : read;
  if (reading.kind === 'NOT_SENT' || reading.kind === 'CREDENTIALS_REFUSED') {
    await database.run(FORGET_INTENT, { id, lease });
    return reading.kind === 'NOT_SENT' ? Undecided.notSent(reading.retryAfterSeconds) : Undecided.credentialsRefused();
  }
  const isDecided = reading.kind === 'DONE' || reading.kind === 'REFUSED';
  const outcome = isDecided ? await settleIntent(side, mutation, intent, reading) : OPEN;
  if (outcome !== OPEN) return outcome;
  const now = side.clock.now();
  const dueAt = new Date(now.getTime() + FIRST_TRY_SECONDS * 1_000).toISOString();
  await database.run(RELEASE_UNANSWERED_INTENT, { id, lease, dueAt, now: now.toISOString() });
  return Undecided.unanswered({ mutation: mutation.name, key, state: 'RUNNING' });
}

interface IntentWait {
  readonly partnerId: string;
  readonly id: string;
  /** On the monotonic clock. */
  readonly giveUpAtMs: number;
}

/** Waits until an intent is settled, or for as long as a call may take; a deleted one was not executed. */
async function settled(database: Database, { partnerId, id, giveUpAtMs }: IntentWait) {
  for (let restMs: number = LOOK_REST_MS.min; ; restMs = Math.min(restMs * 2, LOOK_REST_MS.max)) {
    const [intent] = await database.run(FIND_INTENT, { partnerId, id });
    if (intent === undefined) return { state: 'NOT_EXECUTED', resultId: null } as const;
    if (intent.state !== 'RUNNING' || performance.now() > giveUpAtMs) return intent;
    await wait(restMs);
  }
}
