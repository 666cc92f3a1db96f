import { parse } from 'valibot';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { AuditedMutation } from '../../platform/audit/audited-mutation.ts';
import { successOf } from '../../platform/observability/metrics.ts';
import { instantOf } from '../../platform/statements/instant.ts';
import { GIVE_INTENT_UP, NOTE_SENDING, POSTPONE_INTENT, TAKE_UP_INTENTS, type TakenIntent } from './intent.rows.ts';
import { LEASE_MARGIN_SECONDS } from './perform-intent.ts';
import type { ProviderMutation } from './provider-mutation.ts';
import { asking, readingOf, type OpenIntent, type ProviderSide, type Reading } from './provider-side.ts';
import { LOST, OPEN, settle, settleIntent } from './settle-intent.ts';

/** Intents that one run takes up at most. */
const BATCH_SIZE = 20;
/** Rests before the tries of an intent, in seconds; the last one is that of all further tries. */
const REST_SECONDS = [1, 2, 5, 10, 30, 60, 300] as const;
/** How long after it was sent last nothing must be found, before it counts as not executed, in seconds. */
const NOT_EXECUTED_SECONDS = 60;
/** After how long nobody tries any more, in seconds. */
const GIVEN_UP_SECONDS = 86_400;

/** A mutation whose intents can be taken up again, whatever its types. */
export interface Resumable {
  readonly name: string;
  readonly resume: (
    side: ProviderSide,
    database: Database,
    taken: TakenIntent & { readonly lease: string },
  ) => Promise<void>;
  /** Whether a text is what the provider answers when it has done it, and can be stored. */
  readonly reads: (side: Pick<ProviderSide, 'secrets'>, taken: TakenIntent, body: unknown) => boolean;
  /** Settles one by what the provider has of it: the body of its answer, or of what it shows. */
  readonly settle: (side: ProviderSide, database: Database, told: SettledBy) => Promise<Settlement>;
}

/** What an intent is settled by, otherwise than by its answer. */
interface SettledBy {
  readonly taken: TakenIntent & { readonly lease: string };
  readonly body: unknown;
  /** Of its event: what is stored here already was created by another. */
  readonly entityId?: string;
}

/** What came of settling an intent otherwise than by its answer; `UNFIT`: that is not what it has made. `OPEN`: it cannot be stored yet. */
type Settlement = 'SETTLED' | 'UNFIT' | typeof OPEN | typeof LOST;

/** Lets a worker go on with what a request has left open. */
export function resumable<Wanted extends object, Answer, Row>(
  mutation: ProviderMutation<Wanted, Answer, Row>,
): Resumable {
  return {
    name: mutation.name,
    async resume(side, database, taken) {
      const intent = openAgain(side, database, mutation, taken);
      const reading = await readAgain(side, mutation, intent, taken);
      await (reading === 'GIVE UP'
        ? database.run(GIVE_INTENT_UP, { id: taken.id, lease: taken.lease })
        : conclude(side, mutation, intent, { taken, reading }));
    },
    reads({ secrets }, taken, body) {
      const wanted = wantedOf(secrets, mutation, taken);
      const answer = mutation.read(body, wanted);
      return answer !== undefined && mutation.fits(wanted, { answer });
    },
    async settle(side, database, { taken, body, entityId }) {
      const intent = openAgain(side, database, mutation, taken);
      const { requester, wanted } = intent;
      const answer = mutation.read(body, wanted);
      const told = entityId === undefined ? {} : { entityId };
      if (answer === undefined || !mutation.fits(wanted, { answer, ...told })) return 'UNFIT';
      const isAnothers = entityId && (await mutation.known(database, { requester, wanted, answer })) !== undefined;
      if (isAnothers) return 'UNFIT';
      const outcome = await settleIntent(side, mutation, intent, { kind: 'DONE', answer, isReplay: false });
      return outcome === OPEN || outcome === LOST ? outcome : 'SETTLED';
    },
  };
}

export interface ResumeDependencies {
  readonly database: Database;
  readonly resumables: readonly Resumable[];
}

/**
 * Takes up what is open and due: sends it again while its key is replayed there, and looks for it later on.
 * @returns whether the batch was full, so that there may be more
 */
export async function resumeIntents(
  side: ProviderSide,
  { database, resumables }: ResumeDependencies,
): Promise<boolean> {
  const now = side.clock.now();
  const lease = side.random.uuid();
  const leasedUntil = new Date(now.getTime() + side.timeoutMs + LEASE_MARGIN_SECONDS * 1_000);
  const values = [now.toISOString(), leasedUntil.toISOString(), BATCH_SIZE, lease];
  const taken = await database.run(TAKE_UP_INTENTS, values);
  const endings = await Promise.allSettled(
    taken.map(async (intent) => {
      const mutation = resumables.find(({ name }) => name === intent.mutation);
      if (mutation === undefined) throw new Error(`No mutation ${intent.mutation} goes to the provider.`);
      await mutation.resume(side, database, { ...intent, lease });
    }),
  );
  // One that fails holds up no other: its lease ends, and it is taken up again.
  for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
  return taken.length === BATCH_SIZE;
}

/** The outcome commits with the audit's entry, in the name of the client that asked. */
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
    ...{ id, lease, key, isClientsKey, fingerprint },
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

type ReadAgain<Answer> = Reading<Answer> | { readonly kind: 'NOTHING' };

async function readAgain<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  { id, lease, key, wanted, requester, database }: OpenIntent<Wanted>,
  { createdAt }: TakenIntent,
): Promise<ReadAgain<Answer> | 'GIVE UP'> {
  const since = instantOf(createdAt);
  const now = side.clock.now();
  const ageSeconds = (now.getTime() - since.getTime()) / 1_000;
  const { partnerId, correlationId } = requester;
  if (ageSeconds < mutation.resendSeconds) {
    const noted = await database.run(NOTE_SENDING, { id, lease, now: now.toISOString() });
    if (noted.length === 0) return { kind: 'UNANSWERED' };
    const request = mutation.request(wanted, key);
    const reply = await side.client.call({ ...request, partnerId, correlationId, priority: 'RESUMPTION' });
    return readingOf(reply, (body) => mutation.read(body, wanted));
  }
  const ask = asking(side, { partnerId, correlationId }, { priority: 'RESUMPTION' });
  const looked = await mutation.look({ requester, wanted, ask, database, since });
  if (looked === 'several' || (ageSeconds > GIVEN_UP_SECONDS && looked === 'unanswered')) return 'GIVE UP';
  if (looked === 'unanswered') return { kind: 'UNANSWERED' };
  return looked === 'nothing' ? { kind: 'NOTHING' } : { kind: 'DONE', answer: looked.answer, isReplay: false };
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
  const sentSeconds = (now.getTime() - instantOf(lastSentAt).getTime()) / 1_000;
  if (reading.kind === 'NOTHING' && sentSeconds >= NOT_EXECUTED_SECONDS) {
    await settle(intent.database, intent, { state: 'NOT_EXECUTED', resultId: null, refusal: null }, now);
    return;
  }
  const isDecided = reading.kind === 'DONE' || reading.kind === 'REFUSED';
  const outcome = isDecided ? await settleIntent(side, mutation, intent, reading) : OPEN;
  if (outcome !== OPEN) return;
  const restSeconds =
    reading.kind === 'NOT_SENT' ? reading.retryAfterSeconds : (REST_SECONDS[tries] ?? REST_SECONDS.at(-1) ?? 1);
  // What is not there by the time that it counts as not executed need not wait for longer.
  const bound = reading.kind === 'NOTHING' ? NOT_EXECUTED_SECONDS - sentSeconds : Infinity;
  const dueAt = new Date(now.getTime() + Math.min(restSeconds, bound) * 1_000);
  const more = reading.kind === 'NOT_SENT' ? 0 : 1;
  await intent.database.run(POSTPONE_INTENT, { id, lease, dueAt: dueAt.toISOString(), more });
}
