import type { Database } from '../../platform/database/database.ts';
import type { KeyClaim, Made } from '../../platform/idempotency/once-per-key.ts';
import type { Composition } from '../../platform/statements/composition.ts';
import type { Done } from './provider-mutation.ts';

/** What an intent is settled with in one statement. */
export interface SettledAtOnce<Wanted, Answer> extends Done<Wanted, Answer> {
  readonly database: Database;
  readonly lease: string;
  readonly claim: KeyClaim;
}

/**
 * Settles an intent by one statement, in one round trip, for what is done often; undefined: something stands in its way, and
 * nothing was done.
 */
export type SettleAtOnce<Wanted, Answer, Row> = (by: SettledAtOnce<Wanted, Answer>) => Promise<Made<Row> | undefined>;

/**
 * Parts of such a statement: `mine` is there while the lease is, and `settled` follows from `claimed`, the key that was
 * taken for what is stored under the id of the intent. Locked first: nobody takes it up meanwhile.
 */
export function settlementParts(made: Composition): { readonly mine: string; readonly settled: string } {
  const id = made.place('id');
  return {
    mine: `mine as (
      select from provider_intent where id = ${id} and lease = ${made.place('lease')} for update
    )`,
    settled: `settled as (
      update provider_intent set state = 'SUCCEEDED', result_id = claimed.result_id,
        settled_at = ${made.place('key.succeededAt')}, request = null, lease = null, due_at = null
      from claimed where provider_intent.id = ${id}
    )`,
  };
}
