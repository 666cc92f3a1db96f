import type { CashInRow } from '../../bank/cash-ins/cash-in.rows.ts';
import { newCashIn, type CashInRequest } from '../../bank/cash-ins/new-cash-in.value.ts';
import { receiveCashIn, type ReceiveCashInDependencies } from '../../bank/cash-ins/receive-cash-in.ts';
import { DomainError } from '../../kernel/domain-error.ts';
import type { Undecided } from '../../kernel/undecided.ts';
import type { Caller, WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { performIntent } from '../../provider/intents/perform-intent.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import { SANDBOX_BANKS } from '../sandbox-world/sandbox-world.ts';
import { cashInAtProvider } from './simulate-cash-in.provider.ts';

/** The payer's bank: the other player of the sandbox. */
const PAYER_ISPB = SANDBOX_BANKS[1].ispb;

interface SimulateCashInCommand extends CashInRequest {
  readonly idempotencyKey?: string | null;
}

/** Simulates an incoming payment, here or in the provider's sandbox. */
export type SimulateCashIn = (
  caller: Caller,
  command: SimulateCashInCommand,
) => Promise<Made<CashInRow> | DomainError | Undecided>;

export interface SimulateCashInNeeds extends WithoutDatabase<ReceiveCashInDependencies> {
  /** Undefined if this gateway is the bank itself. */
  readonly provider: ProviderSide | undefined;
}

export function simulateCashInPort({ provider, ...needs }: SimulateCashInNeeds): SimulateCashIn {
  if (provider === undefined)
    return ({ database, requester }, { idempotencyKey = null, ...command }) =>
      receiveCashIn({ ...needs, database }, requester, { ...command, idempotencyKey, payerIspb: PAYER_ISPB });
  const atProvider = cashInAtProvider(needs);
  return async (caller, { idempotencyKey: key, ...command }) => {
    const wanted = newCashIn(command);
    if (wanted instanceof DomainError) return wanted;
    return performIntent(provider, atProvider, { ...caller, wanted, key });
  };
}
