import type { Call, Model } from './find-order.ts';
import { twiceMade, type Replayable } from './once-per-key.model.ts';

/** A request for a pocket of one account; `label` is all that two inputs of a key differ in. Or a look at all pockets. */
export type PocketAsked = { readonly key: string; readonly label: string } | 'list';

export interface ShownPocket {
  readonly number: string;
  readonly label: string;
}

/** A success has the number as its id. */
export type PocketAnswer = Replayable | { readonly code: string } | { readonly pockets: readonly ShownPocket[] };

export type PocketCall = Call<PocketAsked, PocketAnswer>;

/** What a key has made; the number is not known when the answer was lost. */
interface Made {
  readonly label: string;
  readonly number: string | undefined;
}

/** What each key of an account has made. */
export type PocketState = Readonly<Record<string, Made>>;

/**
 * Pockets of an account by domain rules, section 5: the key is decided before the quota, only what was created is
 * remembered. All keys are within their window.
 * @param limit how many pockets the account may have
 */
export function pocketsModel(limit: number): Model<PocketState, PocketAsked, PocketAnswer> {
  return {
    after(state, { asked, answer }) {
      if (asked === 'list') return answer !== undefined && 'pockets' in answer ? listed(state, answer.pockets) : state;
      const made = state[asked.key];
      const isFull = Object.keys(state).length >= limit;
      const creation = made === undefined && !isFull ? asked : undefined;
      const with_ = (number: string | undefined) => ({ ...state, [asked.key]: { label: asked.label, number } });
      if (answer === undefined) return creation === undefined ? state : with_(undefined);
      if ('pockets' in answer) return undefined;
      if ('code' in answer) return answer.code === refusalOf(made, asked.label, isFull) ? state : undefined;
      if (!answer.replayed) return creation === undefined ? undefined : with_(answer.id);
      const isReplay = made?.label === asked.label && (made.number ?? answer.id) === answer.id;
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
    namesOf({ asked, answer }) {
      if (asked !== 'list') return [asked.label];
      return answer !== undefined && 'pockets' in answer ? answer.pockets.map(({ label }) => label) : [];
    },
  };
}

/** The calls but for those that were lost and made nothing, as the last look at all pockets tells: no pocket goes away. */
export function pocketCallsOf(calls: readonly PocketCall[], last: readonly ShownPocket[]): readonly PocketCall[] {
  const labels = new Set(last.map(({ label }) => label));
  return calls.filter(({ asked, answer }) => answer !== undefined || (asked !== 'list' && labels.has(asked.label)));
}

function refusalOf(made: Made | undefined, label: string, isFull: boolean): string | undefined {
  if (made !== undefined) return made.label === label ? undefined : 'IDEMPOTENCY_KEY_REUSED';
  return isFull ? 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT' : undefined;
}

/** Labels tell which key has made a pocket: each is there once, with the number that was told. */
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
