import { AccountStatus } from '../../../bank/accounts/account.enum.ts';
import * as v from 'valibot';
import { accountNotFound, invalidAccountStatus } from '../../../bank/accounts/account.errors.ts';
import { FIND_PAYMENT_ACCOUNT_BY_NUMBER } from '../../../bank/accounts/payment-account.rows.ts';
import { knowAccount } from '../accounts/provider-account.ts';
import { CashInRail } from '../../../bank/cash-ins/cash-in.enum.ts';
import { FIND_CASH_INS, type CashInRow } from '../../../bank/cash-ins/cash-in.rows.ts';
import { storeProviderCashIn, PROVIDER_CASH_IN, type ProviderCashIn } from '../cash-ins/provider-cash-in.ts';
import { SIMULATE_CASH_IN } from '../../../bank/cash-ins/receive-cash-in.ts';
import { newCashIn, type CashInRequest } from '../../../bank/cash-ins/new-cash-in.value.ts';
import { isUuid } from '../../../kernel/uuid.ts';
import { DomainError } from '../../../kernel/domain-error.ts';
import { REPLAY_SECONDS } from '../../../platform/idempotency/once-per-key.ts';
import { NOT_FOUND, type RefusalReason, oneOfIn } from '../calls/provider-refusal.ts';
import { performIntent } from '../intents/perform-intent.ts';
import type { AtProviderNeeds, ProviderMutation } from '../intents/provider-mutation.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { inputPaths } from '../intents/input-paths.ts';
import { readAs } from '../intents/provider-values.ts';
import type { SimulateCashIn } from '../../../playground/sandbox/sandbox.port.ts';

const WANTED = v.object({
  accountNumber: v.string(),
  amount: v.string(),
  rail: v.enum(CashInRail),
  clearAfterSeconds: v.optional(v.number()),
});

type ReceivedCashIn = ProviderCashIn & { readonly id: string };

/** Simulates incoming payments in the provider's sandbox. */
export function simulateCashInAtProvider(provider: ProviderSide, needs: AtProviderNeeds): SimulateCashIn {
  const mutation = cashInAtProvider(needs);
  return async (caller, { idempotencyKey: key, ...command }) => {
    const wanted = newCashIn(command);
    if (wanted instanceof DomainError) return wanted;
    return performIntent(provider, mutation, { ...caller, wanted, key });
  };
}

/** Simulation of incoming payments. The provider reports their events. */
export function cashInAtProvider(needs: AtProviderNeeds): ProviderMutation<CashInRequest, ReceivedCashIn, CashInRow> {
  return {
    name: SIMULATE_CASH_IN,
    wanted: WANTED,
    resendSeconds: REPLAY_SECONDS,
    replaySeconds: REPLAY_SECONDS,
    request: ({ amount, ...wanted }, idempotencyKey) => ({
      method: 'POST',
      path: '/sandbox/cash-ins',
      route: '/sandbox/cash-ins',
      apiVersion: 1,
      headers: { 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ ...wanted, amount: JSON.rawJSON(amount), idempotencyKey }),
    }),
    read(body, wanted) {
      const reported = readAs(PROVIDER_CASH_IN, body);
      const { id } = reported ?? {};
      return reported && id && isUuid(id) && isWanted(wanted, reported) ? { ...reported, id } : undefined;
    },
    refusalOf,
    inputPath: inputPaths(['accountNumber', 'amount', 'rail', 'clearAfterSeconds', 'idempotencyKey']),
    known: async (sql, { requester: { partnerId }, answer }) =>
      (await sql.run(FIND_CASH_INS, { partnerId, ids: [answer.id] }))[0]?.id,
    storing: () => Promise.resolve(undefined),
    async prepare(answer, { requester: { partnerId }, wanted: { accountNumber: number, rail }, ...by }) {
      if ((await knowAccount(needs, { ...by, partnerId, number })) !== 'known') return false;
      const [account] = await by.database.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, { partnerId, number });
      if (account === undefined) return false;
      const of = { id: answer.id, partnerId, accountId: account.id, rail, createdAt: needs.clock.now() };
      await storeProviderCashIn(by.database, needs.secrets, answer, of);
      return true;
    },
    find: FIND_CASH_INS,
    look: () => Promise.resolve('unanswered'),
  };
}

function isWanted({ accountNumber, amount, rail }: CashInRequest, reported: ProviderCashIn): boolean {
  const isOfRail = (rail === CashInRail.PIX) === (reported.endToEndId !== null);
  return reported.account.number === accountNumber && reported.amount === amount && isOfRail;
}

function refusalOf(reason: RefusalReason, { wanted }: { readonly wanted: CashInRequest }) {
  switch (reason.code) {
    case 'ACCOUNT_NOT_FOUND':
    case NOT_FOUND:
      return accountNotFound(wanted.accountNumber);
    case 'INVALID_ACCOUNT_STATUS':
      return invalidAccountStatus(oneOfIn(reason, 'accountStatus', AccountStatus));
    default:
      return undefined;
  }
}
