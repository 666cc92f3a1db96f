import type { Clock } from '../../kernel/clock.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { requeueMessages, type RequeueVerdict } from '../deliveries/requeue-messages.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';

/** Maximum number of messages per request (ours). */
const MESSAGES_MAX = 100;

/** Looks up each by itself; else a plan for many partners might read all messages of the partner. */
const FIND_BY_ID_OR_KEY = statement(
  'find_messages_by_id_or_key',
  `select found.id, found.idempotency_key as "idempotencyKey"
   from unnest($2::uuid[]) as wanted (name)
   cross join lateral (
     (select id, partner_id, idempotency_key from webhook_message as message where message.id = wanted.name offset 0)
     union all
     (select id, partner_id, idempotency_key from webhook_message as message
      where message.idempotency_key = wanted.name offset 0)
   ) as found
   where found.partner_id = $1`,
);

export interface ReprocessDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Wakes up the deliveries of this process; call it after the commit. */
  readonly wakeDeliveries: () => void;
}

export interface Reprocessed {
  /** Ids of the messages that are sent again, in the requested order. */
  readonly accepted: readonly string[];
  readonly refused: readonly RefusedMessage[];
}

interface RefusedMessage {
  /** As requested: the id of a message or its idempotency key. */
  readonly id: string;
  readonly reason: ReprocessRefusal;
}

/** Why a message is not sent again. */
export const ReprocessRefusal = {
  NOT_FOUND: 'NOT_FOUND',
  HOLD: 'HOLD',
  DISABLED: 'DISABLED',
  DELETED: 'DELETED',
} as const;
export type ReprocessRefusal = (typeof ReprocessRefusal)[keyof typeof ReprocessRefusal];

/** Sends messages of a partner again, each identified by its id or its idempotency key. */
export async function reprocessWebhookMessages(
  { database, clock, wakeDeliveries }: ReprocessDependencies,
  partnerId: string,
  names: readonly string[],
): Promise<Reprocessed | InvalidInput> {
  if (names.length < 1 || names.length > MESSAGES_MAX)
    return refuseInput([
      {
        path: ['messageIds'],
        code: names.length < 1 ? 'REQUIRED' : 'LENGTH',
        message: `Give 1 to ${MESSAGES_MAX} ids or idempotency keys.`,
      },
    ]);
  const wanted = new Map(names.map((name) => [name.toLowerCase(), name]));
  const result = await database.transaction(async (transaction) => {
    const found = await transaction.run(FIND_BY_ID_OR_KEY, [partnerId, [...wanted.keys()].filter(isUuid)]);
    const idsByName = new Map(found.flatMap(({ id, idempotencyKey }) => [[idempotencyKey, id] as const, [id, id]]));
    const verdicts = await requeueMessages(transaction, partnerId, [...new Set(idsByName.values())], clock.now());
    return sortedOut(wanted, idsByName, verdicts);
  });
  wakeDeliveries();
  return result;
}

/** Returns the outcome for each message; `names` are as requested, by their lower case. */
function sortedOut(
  names: ReadonlyMap<string, string>,
  idsByName: ReadonlyMap<string, string>,
  verdicts: ReadonlyMap<string, RequeueVerdict>,
): Reprocessed {
  const accepted = new Set<string>();
  const refused: RefusedMessage[] = [];
  for (const [lowerCase, name] of names) {
    const id = idsByName.get(lowerCase);
    const verdict = id === undefined ? undefined : verdicts.get(id);
    if (id !== undefined && verdict === 'REQUEUED') accepted.add(id);
    else
      refused.push({
        id: name,
        reason: verdict === undefined || verdict === 'REQUEUED' ? ReprocessRefusal.NOT_FOUND : verdict,
      });
  }
  return { accepted: [...accepted], refused };
}
