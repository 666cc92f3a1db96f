import type { Elsewhere } from '../../ports.ts';
import { accountClosuresAtProvider } from './account-closures/account-closures.capability.ts';
import { accountsAtProvider } from './accounts/accounts.capability.ts';
import { cashInsAtProvider } from './cash-ins/cash-ins.capability.ts';
import { customerChangesAtProvider } from './customer-changes/customer-changes.capability.ts';
import { customersAtProvider } from './customers/customers.capability.ts';
import { picturesAtProvider } from './identity-pictures/identity-pictures.capability.ts';
import type { AtProviderNeeds } from './intents/provider-mutation.ts';
import type { ProviderSide } from './intents/provider-side.ts';
import type { Resumable } from './intents/resume-intents.ts';
import { moneyAtProvider } from './money/money.capability.ts';
import { pixAtProvider } from './pix/pix.capability.ts';
import { pocketsAtProvider } from './pockets/pockets.capability.ts';
import { decisionsAtProvider } from './registration-decisions/registration-decisions.capability.ts';
import { registrationsAtProvider } from './registrations/registrations.capability.ts';
import { sandboxAtProvider } from './sandbox/sandbox.capability.ts';
import type { Side, SideNeeds } from './side.ts';
import { totpAtProvider } from './totp/totp.capability.ts';

/** All capabilities of which something happens at the provider. */
export const sides: readonly Side[] = [
  customersAtProvider,
  picturesAtProvider,
  accountsAtProvider,
  pocketsAtProvider,
  registrationsAtProvider,
  customerChangesAtProvider,
  decisionsAtProvider,
  cashInsAtProvider,
  moneyAtProvider,
  pixAtProvider,
  accountClosuresAtProvider,
  totpAtProvider,
  sandboxAtProvider,
];

/** Handlers of the events that the provider sends. */
export const providerSubjects = sides.flatMap(({ subjects = [] }) => subjects);

/** The mutations that are resumed after a response was lost. */
export function resumablesOf(needs: AtProviderNeeds): readonly Resumable[] {
  return sides.flatMap(({ mutations }) => mutations?.(needs) ?? []);
}

/** What happens at the provider. */
export function elsewhereAt(provider: ProviderSide, needs: SideNeeds): Elsewhere {
  return sides.reduce<Elsewhere>((all, { elsewhere }) => ({ ...all, ...elsewhere?.(provider, needs) }), {});
}
