import { parse } from 'valibot';
import { steadyTime } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { AuditedMutation } from '../../../platform/audit/audited-mutation.ts';
import { successOf } from '../../../platform/observability/metrics.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import { GIVE_INTENT_UP, NOTE_SENDING, POSTPONE_INTENT, type TakenIntent } from './intent.rows.ts';
import type { ProviderMutation } from './provider-mutation.ts';
import { lookFor, type LookedFor } from './look-for.ts';
import { readingOf, type OpenIntent, type ProviderSide, type Reading } from './provider-side.ts';
import { LOST, OPEN, settle, settleIntent } from './settle-intent.ts';

/** Backoff between attempts of an intent, in seconds; the last one repeats. */
const REST_SECONDS = [1, 2, 5, 10, 30, 60, 300] as const;
/** How long after the last request a search must find nothing for an intent to count as not executed, in seconds. */
const NOT_EXECUTED_SECONDS = 60;
/** After how long an undecided intent is given up, in seconds. */
const GIVEN_UP_SECONDS = 86_400;

/** A mutation whose intents can be resumed, whatever its types. */
export interface Resumable {
  readonly name: string;
  readonly resume: (
    side: ProviderSide,
    database: Database,
    taken: TakenIntent & { readonly lease: string },
  ) => Promise<void>;
  /** Checks whether a body is the provider's answer to the mutation, and can be stored. */
  readonly reads: (side: Pick<ProviderSide, 'secrets'>, taken: TakenIntent, body: unknown) => boolean;
  /** Settles an intent by what the provider has of it: the body of its answer, or of what it shows. */
  readonly settle: (side: ProviderSide, database: Database, reported: SettledBy) => Promise<Settlement>;
}

/** What settles an intent, other than its own answer. */
interface SettledBy {
  readonly taken: TakenIntent & { readonly lease: string };
  readonly body: unknown;
  /** Entity of its event: if it is stored here already, another mutation created it. */
  readonly entityId?: string;
}

/**
 * Result of settling an intent by other means than its answer; `UNFIT`: that is not its result. `OPEN`: it cannot be
 * stored yet.
 */
type Settlement = 'SETTLED' | 'UNFIT' | typeof OPEN | typeof LOST;

/** Lets a worker resume what requests have left open. */
export function resumable<Wanted extends object, Answer, Row>(
  mutation: ProviderMutation<Wanted, Answer, Row>,
): Resumable {
  return {
    name: mutation.name,
    async resume(side, database, taken) {
      const intent = openAgain(side, database, mutation, taken);
      const reading = await readAgain(side, mutation, intent, ageSeconds(side, taken));
      await conclude(side, mutation, intent, { taken, reading });
    },
    reads({ secrets }, taken, body) {
      const wanted = wantedOf(secrets, mutation, taken);
      const answer = mutation.read(body, wanted);
      return answer !== undefined && mutation.fits?.(wanted, { answer }) !== false;
    },
    async settle(side, database, { taken, body, entityId }) {
      const intent = openAgain(side, database, mutation, taken);
      const { requester, wanted } = intent;
      const answer = mutation.read(body, wanted);
      const reported = entityId === undefined ? {} : { entityId };
      if (answer === undefined || mutation.fits?.(wanted, { answer, ...reported }) === false) return 'UNFIT';
      const isAnothers = entityId && (await mutation.known(database, { requester, wanted, answer })) !== undefined;
      if (isAnothers) return 'UNFIT';
      const outcome = await settleIntent(side, mutation, intent, { kind: 'DONE', answer, isReplay: false });
      return outcome === OPEN || outcome === LOST ? outcome : 'SETTLED';
    },
  };
}

/** Restores an intent. Its outcome commits with an audit entry of the client that requested it. */
function openAgain<Wanted extends object, Answer, Row>(
  { secrets, clock, random }: ProviderSide,
  database: Database,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  taken: TakenIntent & { readonly lease: string },
): OpenIntent<Wanted> {
  const { id, lease, key, isClientsKey, fingerprint, partnerId, companyKey, correlationId, client, createdAt } = taken;
  const at = clock.now();
  const call = { id: random.timeOrderedUuid(at), at, partnerId, client, mutation: mutation.name, correlationId };
  return {
    id,
    lease,
    key,
    isClientsKey,
    fingerprint,
    requester: { partnerId, companyKey, correlationId },
    wanted: wantedOf(secrets, mutation, taken),
    since: instantOf(createdAt),
    database: database.noting(new AuditedMutation(call, successOf(mutation.name))),
  };
}

function wantedOf<Wanted extends object, Answer, Row>(
  secrets: SecretBox,
  { wanted }: ProviderMutation<Wanted, Answer, Row>,
  { id, request }: TakenIntent,
): Wanted {
  return parse(wanted, JSON.parse(secrets.open(request, id)));
}

type ReadAgain<Answer> = Exclude<Reading<Answer>, { readonly kind: 'SILENT' }> | LookedFor<Answer>;

async function readAgain<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  intent: OpenIntent<Wanted>,
  age: number,
): Promise<ReadAgain<Answer>> {
  const { id, lease, key, wanted, requester, database } = intent;
  const { partnerId, correlationId } = requester;
  const resendSeconds = mutation.resendSeconds - age;
  if (resendSeconds > 0) {
    const noted = await database.run(NOTE_SENDING, { id, lease });
    if (noted.length === 0) return { kind: 'UNANSWERED' };
    // It may wait for its turn: it must not be sent when the provider has forgotten the key.
    const urgency = { priority: 'RESUMPTION', timeoutMs: resendSeconds * 1_000 } as const;
    const reply = await side.client.call({ ...mutation.request(wanted, key), partnerId, correlationId, ...urgency });
    const reading = readingOf(reply, (body) => mutation.read(body, wanted));
    if (reading.kind !== 'SILENT') return reading;
  }
  return lookFor(side, mutation, intent, { priority: 'RESUMPTION' });
}

/** The database's clock may have been set back since: a key that the provider has forgotten must not be sent again. */
function ageSeconds({ clock }: ProviderSide, { createdAt, machineAt }: TakenIntent): number {
  return Math.max(secondsSince(instantOf(createdAt), clock.now()), secondsSince(instantOf(machineAt), steadyTime()));
}

function secondsSince(since: Date, now: Date): number {
  return (now.getTime() - since.getTime()) / 1_000;
}

interface Again<Answer> {
  readonly taken: TakenIntent & { readonly lease: string };
  readonly reading: ReadAgain<Answer>;
}

async function conclude<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  intent: OpenIntent<Wanted>,
  { taken, reading }: Again<Answer>,
): Promise<void> {
  const now = side.clock.now();
  const { id, lease, tries, lastSentAt } = taken;
  const sentSeconds = secondsSince(instantOf(lastSentAt), now);
  if (reading.kind === 'NOTHING' && sentSeconds >= NOT_EXECUTED_SECONDS) {
    await settle(intent.database, intent, { state: 'NOT_EXECUTED', resultId: null, refusal: null }, now);
    return;
  }
  const isDecided = reading.kind === 'DONE' || reading.kind === 'REFUSED';
  const outcome = isDecided ? await settleIntent(side, mutation, intent, reading) : OPEN;
  if (outcome !== OPEN) return;
  // If nothing is found, that decides soon. A result that cannot be stored may never decide.
  const isTooOld = reading.kind !== 'NOTHING' && secondsSince(intent.since, now) > GIVEN_UP_SECONDS;
  if (reading.kind === 'SEVERAL' || isTooOld) {
    await intent.database.run(GIVE_INTENT_UP, { id, lease });
    return;
  }
  const restSeconds =
    reading.kind === 'NOT_SENT' ? reading.retryAfterSeconds : (REST_SECONDS[tries] ?? REST_SECONDS.at(-1) ?? 1);
  // If nothing is found by the time that it counts as not executed, there is no need to wait longer.
  const bound = reading.kind === 'NOTHING' ? NOT_EXECUTED_SECONDS - sentSeconds : Infinity;
  const dueAt = new Date(now.getTime() + Math.min(restSeconds, bound) * 1_000);
  const more = reading.kind === 'NOT_SENT' ? 0 : 1;
  await intent.database.run(POSTPONE_INTENT, { id, lease, dueAt: dueAt.toISOString(), more });
}
