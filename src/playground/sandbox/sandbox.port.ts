import type { AccountType } from '../../bank/accounts/account.enum.ts';
import { invalidAccountHolderStatus } from '../../bank/accounts/account.errors.ts';
import { openAccount, type OpenAccountDependencies } from '../../bank/accounts/open-account.ts';
import type { PaymentAccountRow } from '../../bank/accounts/payment-account.rows.ts';
import type { CashInRow } from '../../bank/cash-ins/cash-in.rows.ts';
import type { CashInRequest } from '../../bank/cash-ins/new-cash-in.value.ts';
import { receiveCashIn, type ReceiveCashInDependencies } from '../../bank/cash-ins/receive-cash-in.ts';
import type { StatusRequest } from '../../bank/statuses/new-status.value.ts';
import { setStatus, type StatusSubject } from '../../bank/statuses/set-status.ts';
import {
  decideDetailedAnalysis,
  type DetailedDecision,
} from '../../bank/registration-decisions/decide-detailed-analysis.ts';
import type { RegistrationRow } from '../../bank/registrations/registration.rows.ts';
import type { Perform } from '../../bank/elsewhere.port.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { SANDBOX_BANKS, SANDBOX_BRANCH, SANDBOX_PAYER } from '../sandbox-world/sandbox-world.ts';

/** Name of the mutation in keys and intents. */
export const OPEN_SANDBOX_ACCOUNT = 'openSandboxAccount';
/** Terms of a partner whose program has none: those of the sandbox's first partner. */
const TERMS = { bankIspb: SANDBOX_BANKS[0].ispb, branch: SANDBOX_BRANCH, pocketLimit: 3 };

interface SimulateCashInCommand extends CashInRequest {
  readonly idempotencyKey?: string | null;
}

/** Simulates an incoming payment. */
export type SimulateCashIn = Perform<SimulateCashInCommand, Made<CashInRow>>;

interface OpenSandboxAccountCommand {
  readonly documentNumber: string;
  readonly type: AccountType;
  readonly idempotencyKey?: string | null;
}

/** Opens an account. */
export type OpenSandboxAccount = Perform<OpenSandboxAccountCommand, Made<PaymentAccountRow>>;

/** Sets a status. */
export type SimulateStatus = Perform<StatusRequest, StatusSubject>;

/** Decides a detailed analysis. */
export type SimulateDecision = Perform<DetailedDecision, RegistrationRow>;

/** What of the sandbox may happen elsewhere, in the sandbox of another bank. */
export interface SandboxElsewhere {
  readonly simulateCashIn?: SimulateCashIn;
  readonly openSandboxAccount?: OpenSandboxAccount;
  readonly simulateStatus?: SimulateStatus;
  readonly simulateDecision?: SimulateDecision;
}

export interface SandboxNeeds extends WithoutDatabase<ReceiveCashInDependencies & OpenAccountDependencies> {
  readonly elsewhere: SandboxElsewhere;
}

/** Simulates incoming payments elsewhere, or here. */
export function simulateCashInPort({ elsewhere, ...needs }: SandboxNeeds): SimulateCashIn {
  return (
    elsewhere.simulateCashIn ??
    (({ database, requester }, { idempotencyKey = null, ...command }) =>
      receiveCashIn({ ...needs, database }, requester, { ...command, idempotencyKey, payer: SANDBOX_PAYER }))
  );
}

/** Opens accounts elsewhere, or here. */
export function openSandboxAccountPort({ elsewhere, ...needs }: SandboxNeeds): OpenSandboxAccount {
  return (
    elsewhere.openSandboxAccount ??
    (({ database, requester }, { idempotencyKey = null, ...command }) =>
      openAccount({ ...needs, database }, requester, {
        ...command,
        mutation: OPEN_SANDBOX_ACCOUNT,
        idempotencyKey,
        refuseUnknown: invalidAccountHolderStatus,
        otherwise: TERMS,
      }))
  );
}

/** Sets statuses elsewhere, or here. */
export function simulateStatusPort({ elsewhere }: SandboxNeeds): SimulateStatus {
  return (
    elsewhere.simulateStatus ??
    (({ database, requester }, request) => setStatus(database, requester.partnerId, request))
  );
}

/** Decides detailed analyses elsewhere, or here. */
export function simulateDecisionPort({ elsewhere, ...needs }: SandboxNeeds): SimulateDecision {
  return (
    elsewhere.simulateDecision ??
    (({ database, requester }, decision) => decideDetailedAnalysis({ ...needs, database }, requester, decision))
  );
}
