import { oneOfIn } from '../calls/provider-refusal.ts';
import { CustomerStatus } from '../../../bank/customers/customer-status.enum.ts';
import * as v from 'valibot';
import { invalidAccountHolderStatus } from '../../../bank/accounts/account.errors.ts';
import { OPEN_SANDBOX_ACCOUNT, refuseNoCpf } from '../../../bank/accounts/open-account.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from '../../../bank/accounts/payment-account.rows.ts';
import { accountIdOf, knowAccount } from '../accounts/provider-account.ts';
import { TaxpayerIdType } from '../../../kernel/taxpayer-id.ts';
import { REPLAY_SECONDS } from '../../../platform/idempotency/once-per-key.ts';
import { performIntent } from '../intents/perform-intent.ts';
import type { AtProviderNeeds, ProviderMutation } from '../intents/provider-mutation.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { inputPaths } from '../intents/input-paths.ts';
import { readAs } from '../intents/provider-values.ts';
import type { OpenSandboxAccount } from '../../../playground/sandbox/sandbox.port.ts';

const WANTED = v.object({ documentNumber: v.string() });
type WantedAccount = v.InferOutput<typeof WANTED>;

const OPENED = v.looseObject({ number: v.string() });
type OpenedAccount = v.InferOutput<typeof OPENED>;

/** Opens accounts in the provider's sandbox. */
export function openSandboxAccountAtProvider(
  provider: ProviderSide,
  needs: Pick<AtProviderNeeds, 'clock' | 'random'>,
): OpenSandboxAccount {
  const mutation = sandboxAccountAtProvider(needs);
  return async (caller, { documentNumber, idempotencyKey: key }) =>
    refuseNoCpf(documentNumber) ?? performIntent(provider, mutation, { ...caller, wanted: { documentNumber }, key });
}

/** Opening of accounts: each is imported like any other, and nothing else is stored. */
export function sandboxAccountAtProvider(
  needs: Pick<AtProviderNeeds, 'clock' | 'random'>,
): ProviderMutation<WantedAccount, OpenedAccount, PaymentAccountRow> {
  return {
    name: OPEN_SANDBOX_ACCOUNT,
    wanted: WANTED,
    resendSeconds: REPLAY_SECONDS,
    replaySeconds: REPLAY_SECONDS,
    request: ({ documentNumber }, key) => ({
      method: 'POST',
      path: `/customers/${encodeURIComponent(documentNumber)}/accounts`,
      route: '/customers/{documentNumber}/accounts',
      apiVersion: 1,
      headers: { 'idempotency-key': key },
    }),
    read: (body) => readAs(OPENED, body),
    refusalOf: (reason) =>
      reason.code === 'INVALID_ACCOUNT_HOLDER_STATUS'
        ? invalidAccountHolderStatus(oneOfIn(reason, 'holderStatus', CustomerStatus))
        : undefined,
    inputPath: inputPaths(['documentNumber', 'type'], { accountType: 'type' }),
    known: (sql, { requester, answer }) => accountIdOf(sql, requester.partnerId, answer.number),
    storing: () => Promise.resolve(undefined),
    async prepare(opened, { requester: { partnerId }, wanted: { documentNumber }, ...by }) {
      const holder = { document: { value: documentNumber, type: TaxpayerIdType.CPF } };
      const shown = { ...opened, holder: opened['holder'] ?? holder };
      return (await knowAccount(needs, { ...by, partnerId, number: opened.number, shown })) === 'known';
    },
    find: FIND_PAYMENT_ACCOUNTS,
    look: () => Promise.resolve('unanswered'),
  };
}
