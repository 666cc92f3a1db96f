import { accountNotFound } from '../accounts/account.errors.ts';
import type { Random } from '../../kernel/random.ts';
import { bankDate, type Clock } from '../../kernel/clock.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { AtCommit, Database, Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import {
  fingerprintOf,
  oncePerKey,
  type KeyClaim,
  type Made,
  type TakeKey,
} from '../../platform/idempotency/once-per-key.ts';
import { newPocket, type NewPocket, type PocketRequest } from './new-pocket.value.ts';
import { drawPocketNumber } from './pocket-number.value.ts';
import type { CreatePocketRefusal } from './pocket.errors.ts';
import { FIND_POCKETS, type PocketRow } from './pocket.rows.ts';
import { firstRefusal, type AccountFacts } from './pocket.rules.ts';
import { columnsOf, compiled, text, type RowOf } from '../../platform/statements/compiled.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { pocketAccountWasCreated } from './pocket.events.ts';
import { storePocket } from './store-pocket.ts';

/** Locks the account: the count that follows cannot be overtaken by another creation. */
const LOCK_ACCOUNT = compiled(
  'lock_account_for_pocket',
  { entities: [PaymentAccount], parameters: { partnerId: text, accountNumber: text } },
  (tables, { partnerId, accountNumber }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .select(columnsOf('account', ['id', 'branch', 'number', 'status', 'pocketLimit']))
      .where('account.partnerId', '=', partnerId)
      .where('account.number', '=', accountNumber)
      .forNoKeyUpdate('account'),
);

/**
 * A statement of its own: counted together with the lock, it would see the snapshot from before the wait.
 * It stops at the limit, so that its cost does not grow with what was agreed. The order is that of the index: for a limit
 * alone PostgreSQL hopes to meet enough of the account's pockets in a scan of all, and an account has none at first.
 */
const COUNT_OPEN_POCKETS = statement<CountedPockets>(
  'count_open_pockets',
  `select (
       select pockets_configured from account_program as program where program.id = account.program_id
     ) as "pocketsConfigured", (
       select count(*)::int from (
         select from pocket where pocket.account_id = account.id and pocket.status <> 'CLOSED'
         order by pocket.created_at, pocket.id limit account.pocket_limit
       ) as open_pocket
     ) as "openPockets"
   from payment_account as account
   where account.partner_id = $1 and account.number = $2`,
);

/** Draws of a pocket number at most; a second one is needed once in 10^13 for each pocket of the account. */
const NUMBER_DRAWS_MAX = 5;
/** How long a key stands for its pocket, in seconds (seed, Limits). The window does not slide. */
export const POCKET_REPLAY_SECONDS = 360;
/** Category of every pocket account (ours). */
const POCKET_CATEGORY = 'POCKET';
/** Reason of the status, always this one on creation (seed, Resources). */
const CREATION_REASON = 'HOLDER_REQUEST';

export interface CreatePocketCommand extends PocketRequest {
  readonly idempotencyKey: string;
}

export interface CreatePocketDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly cnpjMayHaveLetters: boolean;
}

/**
 * Creates a pocket, once per idempotency key. Key, pocket and event commit together; a refusal leaves nothing behind.
 * The order of refusals is the contract's: input, key, account, status, product, birth date, quota.
 */
export async function createPocket(
  dependencies: CreatePocketDependencies,
  requester: Requester,
  command: CreatePocketCommand,
): Promise<Made<PocketRow> | CreatePocketRefusal> {
  const wanted = newPocket(command, dependencies.cnpjMayHaveLetters);
  if (wanted instanceof DomainError) return wanted;
  const now = dependencies.clock.now();
  const claim: KeyClaim = {
    partnerId: requester.partnerId,
    mutation: 'createPocket',
    key: command.idempotencyKey,
    fingerprint: fingerprintOf(wanted),
    resultId: dependencies.random.timeOrderedUuid(now),
    now,
    replaySeconds: POCKET_REPLAY_SECONDS,
  };
  for (let draws = 1; ; draws += 1) {
    try {
      return await oncePerKey(dependencies.database, claim, {
        make: (transaction, take) =>
          createInTransaction(transaction, { ...dependencies, requester, wanted, claim, take }),
        find: FIND_POCKETS,
      });
    } catch (error) {
      if (draws === NUMBER_DRAWS_MAX || !isUniqueViolation(error, 'pocket_number_unique')) throw error;
    }
  }
}

interface Creation extends CreatePocketDependencies {
  readonly requester: Requester;
  readonly wanted: NewPocket;
  readonly claim: KeyClaim;
  readonly take: TakeKey;
}

type LockedAccount = RowOf<typeof LOCK_ACCOUNT>;

type CountedPockets = Pick<AccountFacts, 'pocketsConfigured' | 'openPockets'>;

async function createInTransaction(
  transaction: Transaction,
  creation: Creation,
): Promise<CreatePocketRefusal | AtCommit<Made<PocketRow>>> {
  const { requester, wanted, claim } = creation;
  const { account, counted } = await claimAndLock(transaction, creation);
  if (account === undefined || counted === undefined) return accountNotFound(wanted.accountNumber);
  const facts = { ...account, ...counted, companyKey: requester.companyKey };
  return firstRefusal(wanted, facts, bankDate(claim.now)) ?? insert(transaction, creation, account);
}

function claimAndLock(transaction: Transaction, { requester, wanted, take }: Creation) {
  const { partnerId } = requester;
  const { accountNumber } = wanted;
  return transaction.pipeline(async (pipelined) => {
    const [, [account], [counted]] = await Promise.all([
      take(pipelined),
      pipelined.run(LOCK_ACCOUNT, { partnerId, accountNumber }),
      pipelined.run(COUNT_OPEN_POCKETS, [partnerId, accountNumber]),
    ]);
    return { account, counted };
  });
}

function insert(transaction: Transaction, creation: Creation, account: LockedAccount): AtCommit<Made<PocketRow>> {
  const { requester, wanted, claim, random, eventLog } = creation;
  const pocket: PocketRow = {
    owner: account.id,
    id: claim.resultId,
    number: drawPocketNumber(account.number, wanted.currency, random),
    label: wanted.label,
    currency: wanted.currency,
    status: 'ACTIVE',
    reason: CREATION_REASON,
    category: POCKET_CATEGORY,
    useCase: wanted.useCase,
    userName: wanted.user.name,
    userDocumentValue: wanted.user.document.value,
    userDocumentType: wanted.user.document.type,
    userBirthDate: wanted.user.birthDate,
    metadata: wanted.metadata,
    createdAt: claim.now.toISOString(),
  };
  const event = pocketAccountWasCreated({ pocket, account, requester, at: claim.now }, random);
  return storePocket(transaction, eventLog, { pocket, partnerId: requester.partnerId, event });
}
