import type { EventLog } from '../../events/log/event-log.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Fetched } from '../../provider/events/event-subject.port.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import type { FetchingForRead } from '../../provider/reads/fetching-for-read.ts';

interface FetchCustomerNeeds {
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

/** Asks the provider for a customer, and stores what it says. */
export type FetchCustomer = (
  needs: FetchCustomerNeeds,
  documentNumber: string,
  by: FetchingForRead,
) => Promise<Fetched>;

export interface ReadCustomerNeeds extends FetchCustomerNeeds {
  /** Undefined where this gateway is the bank itself. */
  readonly provider: ProviderSide | undefined;
  readonly fetchCustomer: FetchCustomer;
}
