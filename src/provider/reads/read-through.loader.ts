import { requesterOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { requireDecision } from '../../platform/graphql/operations/require-decision.ts';
import { Undecided } from '../../kernel/undecided.ts';
import type { Fetched } from '../events/event-subject.port.ts';
import { asking, type ProviderSide } from '../intents/provider-side.ts';
import type { FetchingForRead } from './fetching-for-read.ts';
import { ReadPart } from './provider-reading.rows.ts';
import { isFresh, readingLoaders } from './reading.loader.ts';

/** How long a read waits for the provider at most, in milliseconds. */
const READ_TIMEOUT_MS = 2_000;

/** How something is read by its key. */
export interface ReadByKey<Row> {
  /** As it is stored. */
  readonly find: () => Promise<Row | undefined>;
  /** Asks the provider for it, stores what it says, and notes when. */
  readonly fetch: (fetching: FetchingForRead) => Promise<Fetched>;
}

/**
 * Reads something by its key: what is stored, if it was read from the provider recently; otherwise the provider is asked first,
 * and what is stored is shown if it does not answer in time. Without a provider only what is stored is read.
 * @throws GraphQLError where nothing is stored and the provider does not say
 */
export async function readThrough<Row extends { readonly id: string }>(
  provider: ProviderSide | undefined,
  context: RequestContext,
  { find, fetch }: ReadByKey<Row>,
): Promise<Row | undefined> {
  const row = await find();
  if (provider === undefined) return row;
  const readings = readingLoaders[ReadPart.ITSELF](context);
  if (row !== undefined && isFresh(provider, await readings.load(row.id))) return row;
  const fetched = await fetch(fetchingFor(provider, context));
  if (fetched !== 'FETCHED')
    return requireDecision(row === undefined && fetched !== 'MISSING' ? Undecided.unanswered() : row);
  const told = await find();
  if (told !== undefined) readings.clear(told.id);
  return told;
}

/** Refreshes a list of an account, if it was last read from the provider too long ago. What is stored is shown if it does not answer. */
export async function refreshList(
  provider: ProviderSide | undefined,
  context: RequestContext,
  {
    accountId,
    part,
    fetch,
  }: { readonly accountId: string; readonly part: ReadPart; readonly fetch: ReadByKey<never>['fetch'] },
): Promise<void> {
  if (provider === undefined || isFresh(provider, await readingLoaders[part](context).load(accountId))) return;
  await fetch(fetchingFor(provider, context));
}

function fetchingFor(provider: ProviderSide, context: RequestContext): FetchingForRead {
  const requester = requesterOf(context);
  const ask = asking(provider, requester, { priority: 'READ', timeoutMs: READ_TIMEOUT_MS });
  return { requester, database: context.database, ask };
}
