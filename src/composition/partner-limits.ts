import { PartnerRestrictions } from '../bank/partners/partner-restrictions.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { OpenedDatabase } from '../platform/database/opened-database.ts';
import { LookupBudgets, unlimitedLookups, type Lookups } from '../platform/limits/lookup-budgets.ts';
import { ownRates, sharedRates, type PartnerRates } from '../platform/limits/partner-rates.ts';

/** Limits of partners, besides the cost of an operation. */
export interface PartnerLimits {
  /** Undefined: requests are not limited. */
  readonly rates: PartnerRates | undefined;
  readonly lookups: Lookups;
  readonly partnerRestrictions: PartnerRestrictions;
}

interface SharedParts {
  readonly database: Database;
  readonly clock: Clock;
}

/** Creates the limits of partners: per process on the embedded database, shared by all processes on PostgreSQL. */
export function partnerLimits(
  { rateLimit, lookupBudgets }: Config,
  { embedded }: OpenedDatabase,
  { database, clock }: SharedParts,
): PartnerLimits {
  const rates = rateLimit && (embedded ? ownRates(rateLimit) : sharedRates(rateLimit, { database, clock }));
  const partnerRestrictions = new PartnerRestrictions(embedded ? undefined : database);
  const lookups = lookupBudgets ? new LookupBudgets(database, lookupBudgets) : unlimitedLookups;
  return { rates, lookups, partnerRestrictions };
}
