import type { Database } from '../platform/database/database.ts';
import type { PartnerLimits } from '../platform/graphql/admission.ts';
import { LookupBudgets } from '../platform/limits/lookup-budgets.ts';
import { ownRates, sharedRates } from '../platform/limits/partner-rates.ts';
import type { Served } from './routes.ts';

/** The limits of partners: of one process on the embedded database, of all processes together on PostgreSQL. */
export function partnerLimits(
  { config: { rateLimit }, machine: { clock }, opened }: Served,
  database: Database,
): PartnerLimits | undefined {
  if (rateLimit === undefined) return undefined;
  const rates = opened.embedded ? ownRates(rateLimit) : sharedRates(rateLimit, database);
  return { rates, lookups: new LookupBudgets(database, clock) };
}
