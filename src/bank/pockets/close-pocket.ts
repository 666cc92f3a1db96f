import type { ClosureReason } from '../accounts/account.enum.ts';
import { refuseInput, type DomainError } from '../../kernel/domain-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import { Unchanged, type Database } from '../../platform/database/database.ts';
import { invalidPocketStatus, pocketNotFound } from './pocket.errors.ts';
import { pocketAccountWasFullyClosed } from './pocket.events.ts';
import type { MayClose } from '../money.port.ts';
import { LOCK_ACCOUNT_OF_POCKET, LOCK_POCKET, SET_POCKET_STATUS, type PocketRow } from './pocket.rows.ts';

export interface ClosePocketDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly mayClose: MayClose;
}

export interface ClosePocketCommand {
  readonly pocketNumber: string;
  readonly reason: ClosureReason;
}

export interface ClosedPocket {
  readonly pocket: PocketRow;
  /** False if it was CLOSED before. */
  readonly changed: boolean;
}

/**
 * Closes a pocket for good, which frees its place in the limit of the account. Pocket and event commit together, under the
 * lock of the account, which all that moves money waits for.
 */
export async function closePocket(
  { database, eventLog, clock, random, mayClose }: ClosePocketDependencies,
  requester: Requester,
  { pocketNumber: number, reason }: ClosePocketCommand,
): Promise<ClosedPocket | DomainError> {
  if (!isFilled(number))
    return refuseInput([{ path: ['pocketNumber'], code: faultOf(number), message: 'Give the number of a pocket.' }]);
  const { partnerId } = requester;
  return database.transaction<ClosedPocket | DomainError>(async (transaction) => {
    const [, [found]] = await transaction.pipeline((pipelined) =>
      Promise.all([
        pipelined.run(LOCK_ACCOUNT_OF_POCKET, { partnerId, number }),
        pipelined.run(LOCK_POCKET, { partnerId, number }),
      ]),
    );
    if (found === undefined) return pocketNotFound();
    const { accountBranch, accountNumber, ...pocket } = found;
    if (pocket.status === 'CLOSED') return new Unchanged({ pocket, changed: false });
    if (pocket.status === 'LOCKED') return invalidPocketStatus(pocket.status);
    const veto = await mayClose(transaction, { kind: 'pocket', partnerId, id: pocket.id, number });
    if (veto !== undefined) return veto;
    const closed = { ...pocket, status: 'CLOSED', reason } as const;
    const account = { id: pocket.owner, branch: accountBranch, number: accountNumber };
    const event = pocketAccountWasFullyClosed({ pocket: closed, account, requester, at: clock.now() }, random);
    transaction.afterCommit(eventLog.wake);
    return transaction.pipelineWithCommit(async (pipelined) => {
      await Promise.all([
        pipelined.run(SET_POCKET_STATUS, { id: pocket.id, status: closed.status, reason }),
        eventLog.record(pipelined, event),
      ]);
      return { pocket: closed, changed: true };
    });
  });
}
