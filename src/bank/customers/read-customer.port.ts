import type { EventLog } from '../../events/log/event-log.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Fetched } from '../../provider/events/event-subject.port.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import type { ProviderRead } from '../../provider/reads/provider-read.ts';

interface FetchCustomerNeeds {
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

/** Fetches a customer from the provider, and stores the response. */
export type FetchCustomer = (needs: FetchCustomerNeeds, documentNumber: string, by: ProviderRead) => Promise<Fetched>;

export interface ReadCustomerNeeds extends FetchCustomerNeeds {
  /** Undefined if this gateway itself is the bank. */
  readonly provider: ProviderSide | undefined;
  readonly fetchCustomer: FetchCustomer;
}
