import { repeated, type Call, type Model } from './find-order.ts';

/** Registers a key of an account, or lists all keys of one. */
export type PixOperation =
  | {
      readonly account: string;
      readonly type: string;
      readonly value?: string;
      readonly hash?: string;
      readonly key?: string;
    }
  | { readonly list: string };

export interface ShownEntry {
  readonly type: string;
  readonly value: string;
  /** By the clock of the servers, in milliseconds since 1970. */
  readonly createdAt: number;
}

export type PixAnswer = ShownEntry | { readonly code: string } | { readonly entries: readonly ShownEntry[] };

/** `calledAt` is in milliseconds since 1970. */
export type PixCall = Call<PixOperation, PixAnswer>;

/** A key of an account; if its answer was lost, the value of an EVP is unknown, and `from` is its earliest time. */
interface Entry {
  readonly account: string;
  readonly type: string;
  readonly value: string | undefined;
  readonly createdAt: { readonly at: number } | { readonly from: number };
}

export interface PixState {
  readonly entries: readonly Entry[];
  /** Transactional hashes that have registered a key. */
  readonly spent: readonly string[];
}

/** Shortest interval between EVP keys of an account (docs/partner-api.md), in milliseconds. */
const EVP_INTERVAL_MS = 60_000;
/** Largest difference between the clocks of the servers and of the calls, in milliseconds. */
const CLOCKS_APART_MS_MAX = 2_000;

/**
 * Models keys of accounts of several holders by domain rules, section 7: hash, duplicates, count, interval. Hashes are
 * valid until they have registered a key, and keys belong to the accounts' own holders.
 * @param limits maximum number of keys of each account
 */
export function pixEntriesModel(limits: Readonly<Record<string, number>>): Model<PixState, PixOperation, PixAnswer> {
  return {
    after(state, call) {
      const { operation, answer } = call;
      if ('list' in operation)
        return answer !== undefined && 'entries' in answer ? listed(state, operation.list, answer.entries) : state;
      const refusals = refusalsOf(state, call, limits[operation.account] ?? 0);
      const { account, type, value, hash } = operation;
      const isMade = (entry: Pick<Entry, 'value' | 'createdAt'>): PixState => ({
        entries: [...state.entries, { account, type, ...entry }],
        spent: hash === undefined ? state.spent : [...state.spent, hash],
      });
      const mayBeMade = !refusals.isCertain;
      if (answer === undefined) return mayBeMade ? isMade({ value, createdAt: { from: call.calledAt } }) : state;
      if ('entries' in answer) return undefined;
      if ('code' in answer) return refusals.codes.includes(answer.code) ? state : undefined;
      const isAsWanted = answer.type === type && (value ?? answer.value) === answer.value;
      const isFree = ownerOf(state, answer) === undefined && isLater(state, account, answer);
      return mayBeMade && isAsWanted && isFree
        ? isMade({ value: answer.value, createdAt: { at: answer.createdAt } })
        : undefined;
    },
    keyOf: ({ entries, spent }) =>
      JSON.stringify([entries.map((entry) => JSON.stringify(entry)).toSorted(), spent.toSorted()]),
    impossible: (calls) => tooMany(calls, limits) ?? registeredTwice(calls),
    namesOf({ operation, answer }) {
      if (!('list' in operation)) return [nameOf(operation.account, operation)];
      const shown = answer !== undefined && 'entries' in answer ? answer.entries : [];
      return shown.map((entry) => nameOf(operation.list, entry));
    },
  };
}

function tooMany(calls: readonly PixCall[], limits: Readonly<Record<string, number>>): string | undefined {
  const full = calls.flatMap(({ operation, answer }) => {
    const limit = 'list' in operation ? (limits[operation.list] ?? 0) : Infinity;
    const shown = answer !== undefined && 'entries' in answer ? answer.entries.length : 0;
    return shown > limit ? [`${JSON.stringify(operation)} shows ${shown} keys, of at most ${limit}.`] : [];
  });
  return full[0];
}

/** Returns a sentence if a key was registered twice: only one account can have it, and only once. */
function registeredTwice(calls: readonly PixCall[]): string | undefined {
  const key = repeated(
    calls.flatMap(({ answer }) => {
      const isNew = answer !== undefined && 'value' in answer && !('replayed' in answer && answer.replayed === true);
      return isNew ? [`${answer.type} ${answer.value}`] : [];
    }),
  );
  return key && `The key ${key} was registered more than once.`;
}

/** Returns the name of a key; EVP keys of an account share one, since calls do not know their value. */
function nameOf(account: string, { type, value = '' }: { readonly type: string; readonly value?: string }): string {
  return `${account} ${type} ${type === 'EVP' ? '' : value}`;
}

/** Returns the calls without lost ones that had no effect, by the last list of each account: keys are never deleted. */
export function pixCallsOf(
  calls: readonly PixCall[],
  last: Readonly<Record<string, readonly ShownEntry[]>>,
): readonly PixCall[] {
  const names = new Set(
    Object.entries(last).flatMap(([account, shown]) => shown.map((entry) => nameOf(account, entry))),
  );
  return calls.filter(
    ({ operation, answer }) =>
      answer !== undefined || (!('list' in operation) && names.has(nameOf(operation.account, operation))),
  );
}

export type PixRegistration = Extract<PixOperation, { readonly account: string }>;

function ownerOf({ entries }: PixState, key: { readonly type: string; readonly value?: string }): string | undefined {
  return entries.find(({ type, value }) => value !== undefined && type === key.type && value === key.value)?.account;
}

/** Returns the codes by which a registration may or must be refused; the interval is between the servers' instants. */
function refusalsOf(
  state: PixState,
  call: PixCall,
  limit: number,
): { readonly codes: readonly string[]; readonly isCertain: boolean } {
  const certainly = (code: string) => ({ codes: [code], isCertain: true });
  const operation = call.operation as PixRegistration;
  if (operation.hash !== undefined && state.spent.includes(operation.hash))
    return certainly('INVALID_TRANSACTIONAL_HASH');
  const owner = ownerOf(state, operation);
  if (owner !== undefined)
    return certainly(`ENTRY_ALREADY_EXISTS_TO_${owner === operation.account ? 'SAME_ACCOUNT' : 'ANOTHER_HOLDER'}`);
  const own = state.entries.filter(({ account }) => account === operation.account);
  if (own.length >= limit) return certainly('MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT');
  const mayBeTooSoon =
    operation.type === 'EVP' &&
    own.some(
      ({ type, createdAt }) =>
        type === 'EVP' && ('from' in createdAt || call.calledAt - createdAt.at < EVP_INTERVAL_MS + CLOCKS_APART_MS_MAX),
    );
  return { codes: mayBeTooSoon ? ['EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL'] : [], isCertain: false };
}

/** Whether a key is not an EVP, or is at least the interval later than all other EVPs of its account. */
function isLater({ entries }: PixState, account: string, { type, createdAt }: ShownEntry): boolean {
  return (
    type !== 'EVP' ||
    entries.every((entry) => {
      if (entry.account !== account || entry.type !== 'EVP') return true;
      const laterMs =
        'at' in entry.createdAt
          ? createdAt - entry.createdAt.at
          : createdAt - entry.createdAt.from + CLOCKS_APART_MS_MAX;
      return laterMs >= EVP_INTERVAL_MS;
    })
  );
}

/** Applies a list, which must have exactly the keys of the account, as answered; it reveals those of lost answers. */
function listed(state: PixState, account: string, shown: readonly ShownEntry[]): PixState | undefined {
  const own = state.entries.filter((entry) => entry.account === account);
  if (own.length !== shown.length || !areApart(shown)) return undefined;
  const left = [...shown];
  // The best known entries first: the others can match whichever is left.
  for (const entry of own.toSorted((one, other) => knownOf(other) - knownOf(one))) {
    const index = left.findIndex((one) => isShownAs(entry, one));
    if (index < 0) return undefined;
    left.splice(index, 1);
  }
  const others = state.entries.filter((entry) => entry.account !== account);
  const seen = shown.map(({ type, value, createdAt }) => ({ account, type, value, createdAt: { at: createdAt } }));
  return { ...state, entries: [...others, ...seen] };
}

/** Checks the interval between all EVPs; the instant of a lost one is known only from a list. */
function areApart(shown: readonly ShownEntry[]): boolean {
  const made = shown.filter(({ type }) => type === 'EVP').map(({ createdAt }) => createdAt);
  return made.every((at) => made.filter((other) => Math.abs(other - at) < EVP_INTERVAL_MS).length === 1);
}

/** Higher for an entry that fewer shown keys can match. */
function knownOf({ value, createdAt }: Entry): number {
  if (value !== undefined) return Infinity;
  return 'from' in createdAt ? createdAt.from : Infinity;
}

function isShownAs({ type, value, createdAt }: Entry, shown: ShownEntry): boolean {
  const isAt =
    'at' in createdAt ? shown.createdAt === createdAt.at : shown.createdAt >= createdAt.from - CLOCKS_APART_MS_MAX;
  return isAt && type === shown.type && (value ?? shown.value) === shown.value;
}
