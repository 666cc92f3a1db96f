import { accountCannotBeClosed } from '../../../bank/account-closures/account-closure.errors.ts';
import { PaymentAccount } from '../../../bank/accounts/payment-account.entity.ts';
import type { ClosingSubject, MayClose } from '../../../bank/money.port.ts';
import { Pocket } from '../../../bank/pockets/pocket.entity.ts';
import type { DomainError } from '../../../kernel/domain-error.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { FIND_BALANCES } from './balance.rows.ts';
import { ACCOUNT_CURRENCY, balanceOf, NO_MONEY, type Balance } from './balance.value.ts';
import { pocketHasBalance } from './closure.errors.ts';

/** Money is in the way of a closure: all of it has to be moved before. */
export function mayClose(random: Random): MayClose {
  return async (transaction, subject) => {
    const { partnerId, id } = subject;
    const [found = NO_MONEY] = await transaction.run(FIND_BALANCES, { partnerId, ids: [id] });
    const balance = balanceOf(found, ACCOUNT_CURRENCY);
    const isEmpty = balance.total.value === NO_MONEY.available;
    if (subject.kind === 'account') return refuseAccount(subject, balance, isEmpty);
    if (isEmpty) return undefined;
    return refusePocket(transaction, random, { number: subject.number, id, balance });
  };
}

/** An account that other things keep open shows its balance, too. */
function refuseAccount(
  { openPockets, pixEntries }: Extract<ClosingSubject, { kind: 'account' }>,
  balance: Balance,
  isEmpty: boolean,
): DomainError | undefined {
  if (isEmpty && openPockets + pixEntries === 0) return undefined;
  return Object.assign(accountCannotBeClosed({ openPockets, pixEntries }), { balance });
}

/** The next step is refused while the account is not ACTIVE. */
async function refusePocket(
  { entities }: Transaction,
  random: Random,
  { id, number, balance }: { readonly id: string; readonly number: string; readonly balance: Balance },
): Promise<DomainError> {
  const { accountId } = await entities.findOneOrFail(Pocket, id);
  const { status } = await entities.findOneOrFail(PaymentAccount, accountId);
  const refusal = pocketHasBalance(balance);
  if (status !== 'ACTIVE') return refusal;
  const { value: amount, currency } = balance.total;
  const input = { idempotencyKey: random.uuid(), pocketNumber: number, amount, currency };
  return refusal.resolvedBy({ mutation: 'redeemFromPocket', input });
}
