import './live-events.args.ts';
import { filterValues } from '../../events/readers/webhook-event-filter.args.ts';
import type { WebhookEventFilter } from '../../events/readers/webhook-event-filter.input.ts';
import type { LiveEventsArgs } from '../../events/readers/webhook-events.args.ts';
import type { NamedSource, Opening } from '../../events/readers/webhook-events.args.ts';
import { isRefusal } from '../../kernel/domain-error.ts';
import type { Caller } from '../../platform/database/caller.ts';
import { badArgument, refusedAtTop } from '../../platform/graphql/errors/client-error.ts';
import { callerOf } from '../../platform/requests/request-context.ts';
import { workerViolations } from './consumer-fields.value.ts';
import { ConsumerReader, type HeldConsumer } from './consumer-reader.ts';
import { consumerLeaseLost } from './consumer.errors.ts';
import type { HeldConsumers } from './held-consumers.ts';
import type { HeldRow } from './lease.rows.ts';
import { storedFilter } from './stored-filter.input.ts';
import type { WantedLease } from './take-lease.ts';
import { passUnwanted, wantedEvents } from './unwanted-events.ts';

/** Begins a subscription at the consumer that it names, which its worker leases; refusals are top-level errors. */
export function consumerSource(consumers: HeldConsumers): NamedSource {
  return (args, opening) => {
    const wanted = wantedConsumer(args);
    return wanted && read(consumers, wanted, opening);
  };
}

async function read(consumers: HeldConsumers, wanted: WantedLease, opening: Opening): Promise<ConsumerReader> {
  const held = await hold(consumers, wanted, opening);
  try {
    const { context, select } = opening;
    return new ConsumerReader({ ...select(held.filter), flow: held }, held, context.random.uuid());
  } catch (error) {
    held.end();
    throw error;
  }
}

async function hold(
  consumers: HeldConsumers,
  wanted: WantedLease,
  { context, schema }: Opening,
): Promise<HeldConsumer> {
  for (const { message } of workerViolations(wanted.worker)) throw badArgument('worker', message);
  const caller = callerOf(context);
  const held = await consumers.hold(caller, wanted, () => refusedAtTop(consumerLeaseLost()));
  if (isRefusal(held)) throw refusedAtTop(held);
  try {
    const filter = storedFilter(held.row.filter, schema);
    if (!held.row.isAtEnd) await passIfUnwanted(caller, held.row, filter);
    return Object.assign(held.lease, { filter });
  } catch (error) {
    // Otherwise it would renew itself for ever.
    held.lease.end();
    throw error;
  }
}

/** A stream shows nothing of unwanted events, so that its client cannot acknowledge them. */
async function passIfUnwanted(caller: Caller, row: HeldRow, filter: WebhookEventFilter): Promise<void> {
  const page = { owner: caller.requester.partnerId, filters: filterValues(filter), max: 1 };
  const wanted = await wantedEvents(caller.database, row, page);
  if (wanted.length === 0) await passUnwanted(caller, row);
}

/**
 * Returns the consumer that a subscription names, with its worker; undefined: none.
 * @throws GraphQLError BAD_USER_INPUT
 */
function wantedConsumer({ consumer, worker, after, filter }: LiveEventsArgs): WantedLease | undefined {
  if (consumer == null) {
    if (worker != null) throw badArgument('worker', 'worker requires consumer: leave it out.');
    return undefined;
  }
  if (worker == null) throw badArgument('worker', 'worker is missing: it is required with consumer.');
  if (after != null) throw badArgument('after', 'after is determined by the consumer: leave it out.');
  if (filter != null) throw badArgument('filter', 'filter is determined by the consumer: leave it out.');
  return { consumer, worker };
}
