import { invalidAccountStatus } from '../../../bank/accounts/account.errors.ts';
import type { AccountStatus } from '../../../bank/accounts/account.enum.ts';
import { invalidPocketStatus } from '../../../bank/pockets/pocket.errors.ts';
import type { PocketStatus } from '../../../bank/pockets/pocket.enum.ts';
import { ACCOUNT_CURRENCY } from '../books/balance.value.ts';
import { centsOf } from '../books/cents.ts';
import { currencyMismatch, insufficientFunds, type MovementRefusal } from './movement.errors.ts';
import type { NewMovement } from './new-movement.value.ts';

/** What a movement depends on. */
interface MovementFacts {
  readonly accountStatus: AccountStatus;
  readonly pocketStatus: PocketStatus;
  readonly pocketCurrency: string;
  /** What is available where the money would be taken from. */
  readonly available: string;
}

interface MovementRule {
  readonly refuses: (facts: MovementFacts, wanted: NewMovement) => boolean;
  readonly refusal: (facts: MovementFacts) => MovementRefusal;
}

/** Rules for a movement of a pocket that exists, in the order of the contract: the first that refuses decides. */
const MOVEMENT_RULES: readonly MovementRule[] = [
  {
    refuses: ({ accountStatus }) => accountStatus !== 'ACTIVE',
    refusal: ({ accountStatus }) => invalidAccountStatus(accountStatus),
  },
  {
    refuses: ({ pocketStatus }) => pocketStatus !== 'ACTIVE' && pocketStatus !== 'DORMANT',
    refusal: ({ pocketStatus }) => invalidPocketStatus(pocketStatus),
  },
  {
    refuses: ({ pocketCurrency }, { currency }) => pocketCurrency !== ACCOUNT_CURRENCY || currency !== ACCOUNT_CURRENCY,
    refusal: ({ pocketCurrency }) => currencyMismatch(pocketCurrency, ACCOUNT_CURRENCY),
  },
  {
    refuses: ({ available }, { amount }) => centsOf(available) < centsOf(amount),
    refusal: ({ available }) => insufficientFunds({ value: available, currency: ACCOUNT_CURRENCY }),
  },
];

/** Returns the refusal of the first rule that a movement breaks. */
export function refusalOfMovement(facts: MovementFacts, wanted: NewMovement): MovementRefusal | undefined {
  return MOVEMENT_RULES.find(({ refuses }) => refuses(facts, wanted))?.refusal(facts);
}
