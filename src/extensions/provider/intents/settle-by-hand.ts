import { AuditedMutation } from '../../../platform/audit/audited-mutation.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RolledBack } from '../../../platform/database/database.ts';
import type { TakenIntent } from './intent.rows.ts';
import type { ProviderSide } from './provider-side.ts';
import type { Resumable } from './resume-intents.ts';
import { settle } from './settle-intent.ts';
import {
  FIND_UNKNOWN_INTENT,
  FIND_UNKNOWN_INTENTS,
  TAKE_UNKNOWN_INTENT,
  type UnknownIntent,
} from './open-intent.rows.ts';

/** Client in the audit entries of what is settled by hand. */
const OPERATOR = 'operator';
/** Result in the audit entry of a mutation that turned out not to have been executed. */
const NOT_EXECUTED = 'NotExecuted';

export interface SettleByHandNeeds {
  readonly side: ProviderSide;
  readonly database: Database;
  readonly resumables: readonly Resumable[];
}

/** What the bank says about an intent: that it did nothing, or the body of its answer. */
export type FoundOut = 'NOT_EXECUTED' | { readonly body: unknown };

/**
 * Result; `NONE`: no such intent is UNKNOWN. `UNFIT`: not an answer of the provider to it. `OPEN`: its account is not
 * known here.
 */
type Settled = 'SETTLED' | 'NONE' | 'UNFIT' | 'OPEN';

/** Lists intents whose outcome is unknown, oldest first; `max` at most. */
export function unknownIntents(database: Database, max: number): Promise<readonly UnknownIntent[]> {
  return database.run(FIND_UNKNOWN_INTENTS, [max]);
}

/** Settles an intent by what an operator has found out, once, with an audit entry in the same transaction. */
export async function settleByHand(
  { side, database, resumables }: SettleByHandNeeds,
  id: string,
  found: FoundOut,
): Promise<Settled> {
  const [unknown] = await database.run(FIND_UNKNOWN_INTENT, [id]);
  if (unknown === undefined) return 'NONE';
  const mutation = resumables.find(({ name }) => name === unknown.mutation);
  if (mutation === undefined) throw new Error(`No mutation ${unknown.mutation} goes to the provider.`);
  if (found !== 'NOT_EXECUTED' && !mutation.reads(side, unknown, found.body)) return 'UNFIT';
  const taken = { ...unknown, client: OPERATOR, lease: side.random.uuid() };
  if ((await database.run(TAKE_UNKNOWN_INTENT, [id, taken.lease])).length === 0) return 'NONE';
  if (found === 'NOT_EXECUTED') return (await settleAsNothing(side, database, taken)) ? 'SETTLED' : 'NONE';
  const settlement = await mutation.settle(side, database, { taken, body: found.body });
  return settlement === 'LOST' ? 'NONE' : settlement;
}

async function settleAsNothing(
  { clock, random }: ProviderSide,
  database: Database,
  taken: TakenIntent & { readonly lease: string },
): Promise<boolean> {
  const at = clock.now();
  const { partnerId, client, mutation, correlationId } = taken;
  const call = { id: random.timeOrderedUuid(at), at, partnerId, client, mutation, correlationId };
  const noting = database.noting(new AuditedMutation(call, NOT_EXECUTED));
  const outcome = await noting.transaction(async (transaction) => {
    const nothing = { state: 'NOT_EXECUTED', resultId: null, refusal: null } as const;
    return (await settle(transaction, taken, nothing, at)) ? 'SETTLED' : new RolledBack('LOST');
  });
  return outcome === 'SETTLED';
}
