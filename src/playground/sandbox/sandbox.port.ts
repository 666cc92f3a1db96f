import { openAccount, type OpenAccountDependencies } from '../../bank/accounts/open-account.ts';
import type { PaymentAccountRow } from '../../bank/accounts/payment-account.rows.ts';
import type { CashInRow } from '../../bank/cash-ins/cash-in.rows.ts';
import type { CashInRequest } from '../../bank/cash-ins/new-cash-in.value.ts';
import { receiveCashIn, type ReceiveCashInDependencies } from '../../bank/cash-ins/receive-cash-in.ts';
import type { StatusRequest } from '../../bank/statuses/new-status.value.ts';
import { setStatus, type StatusSubject } from '../../bank/statuses/set-status.ts';
import type { Perform } from '../../bank/elsewhere.port.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { SANDBOX_BANKS, SANDBOX_BRANCH, SANDBOX_PARTNERS, SANDBOX_PAYER } from '../sandbox-world/sandbox-world.ts';

/** Pocket limit of a partner that the sandbox does not know: that of its first partner. */
const POCKET_LIMIT_DEFAULT = 3;

interface SimulateCashInCommand extends CashInRequest {
  readonly idempotencyKey?: string | null;
}

/** Simulates an incoming payment. */
export type SimulateCashIn = Perform<SimulateCashInCommand, Made<CashInRow>>;

interface OpenSandboxAccountCommand {
  readonly documentNumber: string;
  readonly idempotencyKey?: string | null;
}

/** Opens an account. */
export type OpenSandboxAccount = Perform<OpenSandboxAccountCommand, Made<PaymentAccountRow>>;

/** Sets a status. */
export type SimulateStatus = Perform<StatusRequest, StatusSubject>;

/** What of the sandbox may happen elsewhere, in the sandbox of another bank. */
export interface SandboxElsewhere {
  readonly simulateCashIn?: SimulateCashIn;
  readonly openSandboxAccount?: OpenSandboxAccount;
  readonly simulateStatus?: SimulateStatus;
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
    (({ database, requester: { partnerId } }, { documentNumber, idempotencyKey = null }) => {
      const partner = SANDBOX_PARTNERS.find(({ id }) => id === partnerId);
      return openAccount(
        { ...needs, database },
        {
          partnerId,
          documentNumber,
          idempotencyKey,
          bankIspb: SANDBOX_BANKS[0].ispb,
          branch: SANDBOX_BRANCH,
          pocketLimit: partner?.pocketLimit ?? POCKET_LIMIT_DEFAULT,
        },
      );
    })
  );
}

/** Sets statuses elsewhere, or here. */
export function simulateStatusPort({ elsewhere }: SandboxNeeds): SimulateStatus {
  return (
    elsewhere.simulateStatus ??
    (({ database, requester }, request) => setStatus(database, requester.partnerId, request))
  );
}
