import { requesterOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import { requireDecision } from '../../../platform/graphql/errors/require-decision.ts';
import { Undecided } from '../../../kernel/undecided.ts';
import type { ProviderReply } from '../calls/provider-call.ts';
import type { Fetched } from '../events/event-subject.port.ts';
import type { AskProvider } from '../intents/provider-mutation.ts';
import { asking, type ProviderSide } from '../intents/provider-side.ts';
import { unlessUnstorable } from '../intents/unstorable.ts';
import type { ProviderRead } from './provider-read.ts';
import { ReadPart } from './provider-reading.rows.ts';
import { isFresh, readingLoaders } from './reading.loader.ts';

/** Longest time that a read waits for the provider, for all that it requests, in milliseconds. */
const READ_TIMEOUT_MS = 2_000;

/** How to read something by its key. */
export interface ReadByKey<Row> {
  /** Reads it from storage. */
  readonly find: () => Promise<Row | undefined>;
  /** Asks the provider for it, stores the answer, and notes the time. */
  readonly fetch: (fetching: ProviderRead) => Promise<Fetched>;
}

/**
 * Reads something by its key: returns stored data if it was read from the provider recently; otherwise asks the
 * provider first, and returns stored data if it does not answer in time.
 * @throws GraphQLError if nothing is stored and the provider does not decide
 */
export async function readThrough<Row extends { readonly id: string }>(
  provider: ProviderSide,
  context: RequestContext,
  { find, fetch }: ReadByKey<Row>,
): Promise<Row | undefined> {
  const row = await find();
  const readings = readingLoaders[ReadPart.ITSELF](context);
  if (row !== undefined && isFresh(provider, await readings.load(row.id))) return row;
  const { fetching, undecided } = fetchingFor(provider, context);
  const fetched = await unlessUnstorable(provider, 'UNAVAILABLE', () => fetch(fetching));
  if (fetched !== 'FETCHED') return requireDecision(row === undefined && fetched !== 'MISSING' ? undecided() : row);
  const reported = await find();
  if (reported !== undefined) readings.clear(reported.id);
  return reported;
}

/**
 * Refreshes a list of an account if it was last read from the provider too long ago. If the provider does not answer,
 * stored data is used.
 * @throws GraphQLError if the list was never read and the provider does not answer: stored entries are not the whole
 *   list
 */
export async function refreshList(
  provider: ProviderSide,
  context: RequestContext,
  {
    accountId,
    part,
    fetch,
  }: { readonly accountId: string; readonly part: ReadPart; readonly fetch: ReadByKey<never>['fetch'] },
): Promise<void> {
  const readAt = await readingLoaders[part](context).load(accountId);
  if (isFresh(provider, readAt)) return;
  const { fetching, undecided } = fetchingFor(provider, context);
  const fetched = await unlessUnstorable(provider, 'UNAVAILABLE', () => fetch(fetching));
  if (fetched === 'UNAVAILABLE' && readAt === undefined) requireDecision(undecided());
}

interface Fetching {
  readonly fetching: ProviderRead;
  /** Returns why the provider did not decide, by its last reply. */
  readonly undecided: () => Undecided;
}

function fetchingFor(provider: ProviderSide, context: RequestContext): Fetching {
  const requester = requesterOf(context);
  let undecided = Undecided.unanswered();
  const noteReply = (reply: ProviderReply): void => {
    undecided = undecidedBy(reply);
  };
  const endsAtMs = performance.now() + READ_TIMEOUT_MS;
  const ask: AskProvider = (request) => {
    const timeoutMs = Math.max(endsAtMs - performance.now(), 1);
    return asking(provider, requester, { priority: 'READ', timeoutMs }, noteReply)(request);
  };
  const { partnerId } = requester;
  return {
    fetching: { requester, partnerId, database: context.database, ask, secrets: provider.secrets },
    undecided: () => undecided,
  };
}

function undecidedBy(reply: ProviderReply): Undecided {
  switch (reply.kind) {
    case 'NOT_SENT':
      return Undecided.notSent(reply.retryAfterSeconds);
    case 'CREDENTIALS_REFUSED':
      return Undecided.credentialsRefused();
    case 'ANSWERED':
      return reply.status >= 400 ? Undecided.queryRefused(reply.status) : Undecided.unanswered();
    case 'UNANSWERED':
      return Undecided.unanswered();
  }
}
