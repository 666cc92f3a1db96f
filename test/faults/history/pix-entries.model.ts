import { repeated, type Call, type Model } from './find-order.ts';

/** A request for a key of an account, or a look at all keys of one. */
export type PixAsked =
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

/** `calledAt` counts from 1970 on. */
export type PixCall = Call<PixAsked, PixAnswer>;

/** A key of an account; of one whose answer was lost an EVP's value is not known, and when it was made only not before. */
interface Entry {
  readonly account: string;
  readonly type: string;
  readonly value: string | undefined;
  readonly createdAt: { readonly at: number } | { readonly from: number };
}

export interface PixState {
  readonly entries: readonly Entry[];
  /** Transactional hashes that have made a key. */
  readonly spent: readonly string[];
}

/** Seconds between EVP keys of an account (seed, Limits), in milliseconds. */
const EVP_INTERVAL_MS = 60_000;
/** How far the servers' clock and that of the calls may be apart, in milliseconds. */
const CLOCKS_APART_MS_MAX = 2_000;

/**
 * Keys of accounts of several holders by domain rules, section 7: hash, duplicates, count, interval. Hashes are valid
 * until they have made a key, and keys are of the accounts' own holders.
 * @param limits how many keys each account may have
 */
export function pixEntriesModel(limits: Readonly<Record<string, number>>): Model<PixState, PixAsked, PixAnswer> {
  return {
    after(state, call) {
      const { asked, answer } = call;
      if ('list' in asked)
        return answer !== undefined && 'entries' in answer ? listed(state, asked.list, answer.entries) : state;
      const refusals = refusalsOf(state, call, limits[asked.account] ?? 0);
      const { account, type, value, hash } = asked;
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
    namesOf({ asked, answer }) {
      if (!('list' in asked)) return [nameOf(asked.account, asked)];
      const shown = answer !== undefined && 'entries' in answer ? answer.entries : [];
      return shown.map((entry) => nameOf(asked.list, entry));
    },
  };
}

function tooMany(calls: readonly PixCall[], limits: Readonly<Record<string, number>>): string | undefined {
  const full = calls.flatMap(({ asked, answer }) => {
    const limit = 'list' in asked ? (limits[asked.list] ?? 0) : Infinity;
    const shown = answer !== undefined && 'entries' in answer ? answer.entries.length : 0;
    return shown > limit ? [`${JSON.stringify(asked)} shows ${shown} keys, of at most ${limit}.`] : [];
  });
  return full[0];
}

/** That a key was registered twice: it goes to one account, and once. */
function registeredTwice(calls: readonly PixCall[]): string | undefined {
  const key = repeated(
    calls.flatMap(({ answer }) => {
      const isNew = answer !== undefined && 'value' in answer && !('replayed' in answer && answer.replayed === true);
      return isNew ? [`${answer.type} ${answer.value}`] : [];
    }),
  );
  return key && `The key ${key} was registered more than once.`;
}

/** Calls cannot name an EVP key. */
function nameOf(account: string, { type, value = '' }: { readonly type: string; readonly value?: string }): string {
  return `${account} ${type} ${type === 'EVP' ? '' : value}`;
}

/** The calls but for those that were lost and made nothing, as the last looks at the accounts tell: no key goes away. */
export function pixCallsOf(
  calls: readonly PixCall[],
  last: Readonly<Record<string, readonly ShownEntry[]>>,
): readonly PixCall[] {
  const names = new Set(
    Object.entries(last).flatMap(([account, shown]) => shown.map((entry) => nameOf(account, entry))),
  );
  return calls.filter(
    ({ asked, answer }) => answer !== undefined || (!('list' in asked) && names.has(nameOf(asked.account, asked))),
  );
}

export type PixRegistration = Extract<PixAsked, { readonly account: string }>;

function ownerOf({ entries }: PixState, key: { readonly type: string; readonly value?: string }): string | undefined {
  return entries.find(({ type, value }) => value !== undefined && type === key.type && value === key.value)?.account;
}

/** By which codes a registration may be refused, and whether it must be; the interval is one of servers' instants. */
function refusalsOf(
  state: PixState,
  call: PixCall,
  limit: number,
): { readonly codes: readonly string[]; readonly isCertain: boolean } {
  const certainly = (code: string) => ({ codes: [code], isCertain: true });
  const asked = call.asked as PixRegistration;
  if (asked.hash !== undefined && state.spent.includes(asked.hash)) return certainly('INVALID_TRANSACTIONAL_HASH');
  const owner = ownerOf(state, asked);
  if (owner !== undefined)
    return certainly(`ENTRY_ALREADY_EXISTS_TO_${owner === asked.account ? 'SAME_ACCOUNT' : 'ANOTHER_HOLDER'}`);
  const own = state.entries.filter(({ account }) => account === asked.account);
  if (own.length >= limit) return certainly('MAXIMUM_ENTRIES_COUNT_REGISTERED_FOR_ACCOUNT');
  const mayBeTooSoon =
    asked.type === 'EVP' &&
    own.some(
      ({ type, createdAt }) =>
        type === 'EVP' && ('from' in createdAt || call.calledAt - createdAt.at < EVP_INTERVAL_MS + CLOCKS_APART_MS_MAX),
    );
  return { codes: mayBeTooSoon ? ['EVP_ENTRY_CANNOT_REGISTER_SHORT_INTERVAL'] : [], isCertain: false };
}

/** Whether an EVP key is so much later than all others of its account. */
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

/** All keys of an account are shown, as they were told, and no others; what was lost becomes known by it. */
function listed(state: PixState, account: string, shown: readonly ShownEntry[]): PixState | undefined {
  const own = state.entries.filter((entry) => entry.account === account);
  if (own.length !== shown.length || !areApart(shown)) return undefined;
  const left = [...shown];
  // Those first of which most is known: any other may be whichever is left.
  for (const entry of own.toSorted((one, other) => knownOf(other) - knownOf(one))) {
    const index = left.findIndex((one) => isShownAs(entry, one));
    if (index < 0) return undefined;
    left.splice(index, 1);
  }
  const others = state.entries.filter((entry) => entry.account !== account);
  const seen = shown.map(({ type, value, createdAt }) => ({ account, type, value, createdAt: { at: createdAt } }));
  return { ...state, entries: [...others, ...seen] };
}

/** A lost EVP key has an instant only here. */
function areApart(shown: readonly ShownEntry[]): boolean {
  const made = shown.filter(({ type }) => type === 'EVP').map(({ createdAt }) => createdAt);
  return made.every((at) => made.filter((other) => Math.abs(other - at) < EVP_INTERVAL_MS).length === 1);
}

/** More for an entry that fewer can be. */
function knownOf({ value, createdAt }: Entry): number {
  if (value !== undefined) return Infinity;
  return 'from' in createdAt ? createdAt.from : Infinity;
}

function isShownAs({ type, value, createdAt }: Entry, shown: ShownEntry): boolean {
  const isAt =
    'at' in createdAt ? shown.createdAt === createdAt.at : shown.createdAt >= createdAt.from - CLOCKS_APART_MS_MAX;
  return isAt && type === shown.type && (value ?? shown.value) === shown.value;
}
