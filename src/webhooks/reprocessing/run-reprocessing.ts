import type { Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { waitingPartners } from '../../platform/database/waiting-partners.ts';
import type { ReprocessDependencies } from './reprocess-webhook-messages.ts';
import { runFilter } from './run-filter.ts';
import { rangeOf, runRange } from './run-range.ts';
import { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** Reprocessings of one partner that may run concurrently, each in another worker. */
const AT_ONCE_MAX = 4;
/** Reprocessings of one partner, its oldest, that take turns: each batch compares them, however many wait. */
const IN_TURN_MAX = 100;

/** SQL of the next reprocessings of a partner, with their turns by `order`. */
function nextOf(partner: string, order: string): string {
  return `select id, row_number() over (order by ${order}) as turn
       from (
         select id, requeued, refused, created_at from webhook_reprocessing
         where partner_id = ${partner} and finished_at is null order by created_at limit ${IN_TURN_MAX}
       ) as oldest
       order by turn limit ${AT_ONCE_MAX}`;
}

const LEAST_ADVANCED = 'requeued + refused, created_at';

const LOCK_FIRST = `select id from next join webhook_reprocessing using (id)
   order by next.turn limit 1 for update of webhook_reprocessing skip locked`;

/**
 * Takes the least advanced reprocessing of a random partner, except those in $1: a short one need not wait for a long
 * one, nor a partner for a thousand of another. Concurrent workers take different ones; if one dies, its reprocessing
 * stays where it was.
 */
const TAKE_NEXT = statement(
  'take_next_reprocessing',
  `with recursive ${waitingPartners('webhook_reprocessing', 'finished_at is null')}, next as (
     select own.id, own.turn + random() as turn
     from waiting cross join lateral (${nextOf('waiting.partner_id', LEAST_ADVANCED)}) as own
     where waiting.partner_id <> all ($1::text[])
   )
   ${LOCK_FIRST}`,
);

/** Takes a reprocessing of partner $1: those in $2 only if there is no other, in their order. */
const TAKE_NEXT_OF = statement(
  'take_next_reprocessing_of_partner',
  `with next as (${nextOf('$1', `array_position($2::uuid[], id) nulls first, ${LEAST_ADVANCED}`)})
   ${LOCK_FIRST}`,
);

/** Finds a reprocessing of a partner that has not finished, also if another worker runs it. */
export const FIND_UNFINISHED = statement(
  'find_unfinished_reprocessing',
  'select id from webhook_reprocessing where partner_id = $1 and finished_at is null limit 1',
);

/** When a reprocessing is to continue: now, if there is any. For the check for due work. */
export const EARLIEST_REPROCESSING =
  'select $1::timestamptz from webhook_reprocessing where finished_at is null limit 1';

/** Whose reprocessing may be next: that of any partner except some, or of one partner. */
export type Choice = { readonly except: readonly string[] } | OwnChoice;

interface OwnChoice {
  readonly partnerId: string;
  /** Ids of reprocessings that have failed, the one that failed last at the end. */
  readonly failed: readonly string[];
}

/** The next batch of a reprocessing could not be processed: it is where it was. */
export class FailedReprocessing extends Error {
  readonly id: string;
  readonly partnerId: string;

  constructor({ id, partnerId }: WebhookReprocessing, cause: unknown) {
    super(`The reprocessing ${id} of ${partnerId} could not continue.`, { cause });
    this.id = id;
    this.partnerId = partnerId;
  }
}

/**
 * Processes the next batch of one reprocessing. Messages and progress commit together: if a worker is killed, no
 * message is skipped or counted twice.
 * @returns the reprocessing; undefined if there is none
 * @throws {FailedReprocessing}
 */
export async function runReprocessing(
  { database, clock, wakeDeliveries }: ReprocessDependencies,
  choice: Choice,
): Promise<WebhookReprocessing | undefined> {
  const taken = await database.transaction(async (transaction) => {
    const [next] = await take(transaction, choice);
    if (next === undefined) return undefined;
    const reprocessing = await transaction.entities.findOneOrFail(WebhookReprocessing, next);
    const isByDay = 'failed' in choice && choice.failed.includes(reprocessing.id);
    await runBatch(transaction, reprocessing, { now: clock.now(), isByDay }).catch((cause: unknown) => {
      throw new FailedReprocessing(reprocessing, cause);
    });
    return reprocessing;
  });
  if (taken !== undefined) wakeDeliveries();
  return taken;
}

function take(transaction: Transaction, choice: Choice): Promise<{ id: string }[]> {
  if ('except' in choice) return transaction.run(TAKE_NEXT, [choice.except]);
  return transaction.run(TAKE_NEXT_OF, [choice.partnerId, choice.failed]);
}

async function runBatch(
  transaction: Transaction,
  reprocessing: WebhookReprocessing,
  { now, isByDay }: { readonly now: Date; readonly isByDay: boolean },
): Promise<void> {
  const range = rangeOf(reprocessing);
  if (range === undefined) await runFilter(transaction, reprocessing, { now, isByDay });
  else await runRange(transaction, reprocessing, { range, now });
}
