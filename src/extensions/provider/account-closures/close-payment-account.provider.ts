import { LockMode } from '@mikro-orm/core';
import { accountCannotBeClosed } from '../../../bank/account-closures/account-closure.errors.ts';
import type { ClosePaymentAccount } from '../../../bank/account-closures/account-closures.port.ts';
import {
  applyClosure,
  refuseNoAccountNumber,
  type ClosedAccount,
  type ClosePaymentAccountCommand,
} from '../../../bank/account-closures/close-payment-account.ts';
import { AccountStatus } from '../../../bank/accounts/account.enum.ts';
import { accountNotFound, invalidAccountStatus } from '../../../bank/accounts/account.errors.ts';
import { PaymentAccount } from '../../../bank/accounts/payment-account.entity.ts';
import { Undecided } from '../../../kernel/undecided.ts';
import { knowAccount } from '../accounts/provider-account.ts';
import { countIn, NOT_FOUND, oneOfIn } from '../calls/provider-refusal.ts';
import { forwardRequest, type ForwardedRequest } from '../intents/forward-request.ts';
import type { AtProviderNeeds } from '../intents/provider-mutation.ts';
import { asking, type ProviderSide } from '../intents/provider-side.ts';

const CLOSURE: ForwardedRequest<ClosePaymentAccountCommand, 'done'> = {
  name: 'closePaymentAccount',
  request: ({ accountNumber, reason }) => ({
    method: 'PATCH',
    path: `/accounts/${encodeURIComponent(accountNumber)}/closure`,
    route: '/accounts/{accountNumber}/closure',
    apiVersion: 1,
    body: JSON.stringify({ reason }),
  }),
  // The answer says nothing but that it was done.
  read: () => 'done',
  inputPath: (name) => name.split('.'),
  refusalOf(reason, { wanted }) {
    switch (reason.code) {
      case 'ACCOUNT_NOT_FOUND':
      case NOT_FOUND:
        return accountNotFound(wanted.accountNumber);
      case 'INVALID_ACCOUNT_STATUS':
        return invalidAccountStatus(oneOfIn(reason, 'accountStatus', AccountStatus));
      case 'ACCOUNT_CANNOT_BE_CLOSED': {
        const [openPockets = null, pixEntries = null] = [countIn(reason, 'openPockets'), countIn(reason, 'pixEntries')];
        return accountCannotBeClosed({ openPockets, pixEntries });
      }
      default:
        return undefined;
    }
  },
};

/**
 * Closes accounts at the provider: the request is safe to repeat. What it did is applied to the copy here, with its
 * event; the copy is fetched before, since afterwards it would be CLOSED already.
 */
export function closePaymentAccountAtProvider(provider: ProviderSide, needs: AtProviderNeeds): ClosePaymentAccount {
  return async (caller, wanted) => {
    const { accountNumber: number, reason } = wanted;
    const refusal = refuseNoAccountNumber(number);
    if (refusal !== undefined) return refusal;
    const { database, requester } = caller;
    const { partnerId } = requester;
    const ask = asking(provider, requester, { priority: 'MUTATION' });
    const account = await knowAccount(needs, { database: database.withoutNote, partnerId, number, ask });
    if (account === 'absent') return accountNotFound(number);
    if (account === 'unanswered') return Undecided.notSent(1);
    const done = await forwardRequest(provider, CLOSURE, { ...caller, wanted });
    if (done !== 'done') return done;
    return database.transaction<ClosedAccount>(async (transaction) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const locked = await transaction.entities.findOneOrFail(PaymentAccount, { partnerId, number }, { lockMode });
      return applyClosure(transaction, { ...needs, requester, reason }, locked);
    });
  };
}
