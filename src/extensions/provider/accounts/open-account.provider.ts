import * as v from 'valibot';
import { AccountType } from '../../../bank/accounts/account.enum.ts';
import { invalidAccountHolderStatus, productNotEligible } from '../../../bank/accounts/account.errors.ts';
import { accountWasCreated } from '../../../bank/accounts/account.events.ts';
import { OPEN_PAYMENT_ACCOUNT, type OpenPaymentAccount } from '../../../bank/accounts/accounts.port.ts';
import type { RefuseUnknown } from '../../../bank/accounts/open-account.ts';
import { refuseNoCpf } from '../../../bank/customers/refuse-no-cpf.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from '../../../bank/accounts/payment-account.rows.ts';
import { customerNotFound } from '../../../bank/customers/customer.errors.ts';
import { CustomerStatus } from '../../../bank/customers/customer-status.enum.ts';
import { TaxpayerIdType } from '../../../kernel/taxpayer-id.ts';
import { REPLAY_SECONDS } from '../../../platform/idempotency/once-per-key.ts';
import { NOT_FOUND, oneOfIn } from '../calls/provider-refusal.ts';
import { recordOwnEvent } from '../events/note-own-event.ts';
import { performIntent } from '../intents/perform-intent.ts';
import type { AtProviderNeeds, ProviderMutation } from '../intents/provider-mutation.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { inputPaths } from '../intents/input-paths.ts';
import { notAfter, readAs } from '../intents/provider-values.ts';
import { readByCode, type RefusalsByCode } from '../intents/read-refusal.ts';
import { accountIdOf, knowAccount } from './provider-account.ts';

const WANTED = v.object({ documentNumber: v.string(), type: v.optional(v.enum(AccountType)) });
export type WantedAccount = v.InferOutput<typeof WANTED>;

const OPENED = v.looseObject({ number: v.string() });
type OpenedAccount = v.InferOutput<typeof OPENED>;

/** Opens accounts at the provider. */
export function openPaymentAccountAtProvider(provider: ProviderSide, needs: AtProviderNeeds): OpenPaymentAccount {
  const mutation = paymentAccountAtProvider(needs);
  return async (caller, { documentNumber, idempotencyKey: key }) =>
    refuseNoCpf(documentNumber) ?? performIntent(provider, mutation, { ...caller, wanted: { documentNumber }, key });
}

/** Opening of accounts at the provider. */
export function paymentAccountAtProvider(needs: AtProviderNeeds) {
  return openingAtProvider(OPEN_PAYMENT_ACCOUNT, customerNotFound, needs);
}

type BankCode = ReturnType<RefuseUnknown | typeof invalidAccountHolderStatus | typeof productNotEligible>['code'];

/** A mutation that opens accounts: each is imported like any other. */
export function openingAtProvider(
  name: string,
  refuseUnknown: RefuseUnknown,
  needs: AtProviderNeeds,
): ProviderMutation<WantedAccount, OpenedAccount, PaymentAccountRow> {
  const refusals: RefusalsByCode<BankCode | typeof NOT_FOUND, WantedAccount> = {
    CUSTOMER_NOT_FOUND: () => refuseUnknown(),
    [NOT_FOUND]: () => refuseUnknown(),
    INVALID_ACCOUNT_HOLDER_STATUS: ({ reason }) =>
      invalidAccountHolderStatus(oneOfIn(reason, 'holderStatus', CustomerStatus)),
    PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM: ({ requester }) => productNotEligible(requester.companyKey),
  };
  return {
    name,
    wanted: WANTED,
    resendSeconds: REPLAY_SECONDS,
    replaySeconds: REPLAY_SECONDS,
    request: ({ documentNumber, type = AccountType.PAYMENT }, key) => ({
      method: 'POST',
      path: `/customers/${encodeURIComponent(documentNumber)}/accounts`,
      route: '/customers/{documentNumber}/accounts',
      apiVersion: 1,
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ accountType: `${type}_ACCOUNT` }),
    }),
    read: (body) => readAs(OPENED, body),
    refusalOf: readByCode(refusals),
    inputPath: inputPaths(['documentNumber', 'type'], { accountType: 'type' }),
    known: (sql, { requester, answer }) => accountIdOf(sql, requester.partnerId, answer.number),
    storing: () => Promise.resolve(undefined),
    async prepare(opened, { requester: { partnerId }, wanted: { documentNumber }, ...by }) {
      const holder = { document: { value: documentNumber, type: TaxpayerIdType.CPF } };
      const shown = { ...opened, holder: opened['holder'] ?? holder };
      return (await knowAccount(needs, { ...by, partnerId, number: opened.number, shown })) === 'known';
    },
    async raise(transaction, account, requester) {
      const at = notAfter(new Date(account.createdAt), needs.clock.now());
      await recordOwnEvent(transaction, accountWasCreated(account, { requester, at }, needs.random));
      transaction.afterCommit(needs.eventLog.wake);
    },
    find: FIND_PAYMENT_ACCOUNTS,
    look: () => Promise.resolve('unanswered'),
  };
}
