import { invalidAccountHolderStatus } from '../../../bank/accounts/account.errors.ts';
import { wantedAccount } from '../../../bank/accounts/open-account.ts';
import { refuseNoCpf } from '../../../bank/customers/refuse-no-cpf.ts';
import { openingAtProvider } from '../accounts/open-account.provider.ts';
import { performIntent } from '../intents/perform-intent.ts';
import type { AtProviderNeeds } from '../intents/provider-mutation.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { OPEN_SANDBOX_ACCOUNT, type OpenSandboxAccount } from '../../../playground/sandbox/sandbox.port.ts';

/** Opens accounts in the provider's sandbox. */
export function openSandboxAccountAtProvider(provider: ProviderSide, needs: AtProviderNeeds): OpenSandboxAccount {
  const mutation = sandboxAccountAtProvider(needs);
  return async (caller, { documentNumber, type, idempotencyKey: key }) =>
    refuseNoCpf(documentNumber) ??
    performIntent(provider, mutation, { ...caller, wanted: wantedAccount(documentNumber, type), key });
}

/** Opening of accounts by the sandbox, for a provider the same as any other. */
export function sandboxAccountAtProvider(needs: AtProviderNeeds) {
  return openingAtProvider(OPEN_SANDBOX_ACCOUNT, invalidAccountHolderStatus, needs);
}
