import type { Perform } from '../../../bank/elsewhere.port.ts';
import type { Made } from '../../../platform/idempotency/once-per-key.ts';
import type { WithoutDatabase } from '../../../platform/database/caller.ts';
import { moveMoney, type MoveMoneyCommand, type MoveMoneyDependencies } from './move-money.ts';
import type { PocketTransactionRow } from './pocket-transaction.rows.ts';

/** Moves money. */
export type MoveMoney = Perform<MoveMoneyCommand, Made<PocketTransactionRow>>;

/** What of movements may happen elsewhere. */
interface MovementsElsewhere {
  readonly moveMoney?: MoveMoney;
}

declare module '../../../ports.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an extension adds what of it may happen elsewhere
  interface Elsewhere extends MovementsElsewhere {}
}

export interface MovementNeeds extends WithoutDatabase<MoveMoneyDependencies> {
  readonly elsewhere: MovementsElsewhere;
}

/** Moves money elsewhere, or here. */
export function moveMoneyPort({ elsewhere, ...needs }: MovementNeeds): MoveMoney {
  return (
    elsewhere.moveMoney ?? (({ database, requester }, command) => moveMoney({ ...needs, database }, requester, command))
  );
}
