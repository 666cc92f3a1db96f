import { Migration20261130000510_checks_of_the_ledger } from '../../../../migrations/Migration20261130000510_checks_of_the_ledger.ts';
import type { Capability } from '../../../capability.ts';
import { WOKEN_REST_MS } from '../../../platform/loops/background-loop.ts';
import { checkHourly, LEDGER_VIOLATIONS, NEXT_CHECK, type CheckDependencies } from './check-hourly.ts';
import { LedgerCheck } from './ledger-check.entity.ts';

/** Checks that the books add up. */
export const checksCapability: Capability<unknown, CheckDependencies & { readonly hasProvider: boolean }> = {
  folder: 'extensions/ledger/checks',
  entities: [LedgerCheck],
  migrations: [Migration20261130000510_checks_of_the_ledger],
  work(needs, loop) {
    // In front of a provider nothing is booked here.
    if (needs.hasProvider) return [];
    const name = 'ledger-check';
    return [{ name, worker: loop(name, WOKEN_REST_MS, () => checkHourly(needs)), due: [NEXT_CHECK] }];
  },
  gauges: [LEDGER_VIOLATIONS],
};
