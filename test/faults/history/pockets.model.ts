import type { Call, Model } from './find-order.ts';
import { twiceMade, type Replayable } from './once-per-key.model.ts';

/** Creates a pocket of one account, or lists all; inputs of a key differ only in `label`. */
export type PocketOperation = { readonly key: string; readonly label: string } | 'list';

export interface ShownPocket {
  readonly number: string;
  readonly label: string;
}

/** The id of a success is the number of the pocket. */
export type PocketAnswer = Replayable | { readonly code: string } | { readonly pockets: readonly ShownPocket[] };

export type PocketCall = Call<PocketOperation, PocketAnswer>;

/** What a key has created; the number is unknown if the answer was lost. */
interface Made {
  readonly label: string;
  readonly number: string | undefined;
}

/** What each key of an account has created. */
export type PocketState = Readonly<Record<string, Made>>;

/**
 * Models pockets of an account by domain rules, section 5: the key is checked before the quota, and only creations are
 * remembered. All keys are within their window.
 * @param limit maximum number of pockets of the account
 */
export function pocketsModel(limit: number): Model<PocketState, PocketOperation, PocketAnswer> {
  return {
    after(state, { operation, answer }) {
      if (operation === 'list')
        return answer !== undefined && 'pockets' in answer ? listed(state, answer.pockets) : state;
      const made = state[operation.key];
      const isFull = Object.keys(state).length >= limit;
      const creation = made === undefined && !isFull ? operation : undefined;
      const with_ = (number: string | undefined) => ({ ...state, [operation.key]: { label: operation.label, number } });
      if (answer === undefined) return creation === undefined ? state : with_(undefined);
      if ('pockets' in answer) return undefined;
      if ('code' in answer) return answer.code === refusalOf(made, operation.label, isFull) ? state : undefined;
      if (!answer.replayed) return creation === undefined ? undefined : with_(answer.id);
      const isReplay = made?.label === operation.label && (made.number ?? answer.id) === answer.id;
      return isReplay ? with_(answer.id) : undefined;
    },
    keyOf: (state) => JSON.stringify(Object.entries(state).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    impossible(calls) {
      const most = Math.max(
        0,
        ...calls.map(({ answer }) => (answer && 'pockets' in answer ? answer.pockets.length : 0)),
      );
      return most > limit ? `There are ${most} pockets, of at most ${limit}.` : twiceMade(calls);
    },
    namesOf({ operation, answer }) {
      if (operation !== 'list') return [operation.label];
      return answer !== undefined && 'pockets' in answer ? answer.pockets.map(({ label }) => label) : [];
    },
  };
}

/** Returns the calls without lost ones that had no effect, by the last list: pockets are never deleted. */
export function pocketCallsOf(calls: readonly PocketCall[], last: readonly ShownPocket[]): readonly PocketCall[] {
  const labels = new Set(last.map(({ label }) => label));
  return calls.filter(
    ({ operation, answer }) => answer !== undefined || (operation !== 'list' && labels.has(operation.label)),
  );
}

function refusalOf(made: Made | undefined, label: string, isFull: boolean): string | undefined {
  if (made !== undefined) return made.label === label ? undefined : 'IDEMPOTENCY_KEY_REUSED';
  return isFull ? 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT' : undefined;
}

/** Applies a list, which must have one pocket for each label, and so for each key, with the answered number. */
function listed(state: PocketState, pockets: readonly ShownPocket[]): PocketState | undefined {
  const made = Object.entries(state);
  if (made.length !== pockets.length) return undefined;
  const after: Record<string, Made> = {};
  for (const [key, { label, number }] of made) {
    const shown = pockets.find((pocket) => pocket.label === label);
    if (shown === undefined || (number ?? shown.number) !== shown.number) return undefined;
    after[key] = { label, number: shown.number };
  }
  return after;
}
