import { repeated, type Call, type Model } from './find-order.ts';

/** What a key has created; its id is unknown if the answer was lost. */
interface Made {
  readonly operation: string;
  readonly id: string | undefined;
}

export interface KeyedState<State> {
  readonly state: State;
  readonly made: Readonly<Record<string, Made>>;
}

/** The success of an operation that takes effect once per key. */
export interface Replayable {
  readonly id: string;
  readonly replayed: boolean;
}

interface Keyed {
  readonly key?: string | undefined;
}

/**
 * Extends a model by idempotency keys: a request with a key takes effect once, the same request again is a replay,
 * another request with the key is refused, and a refusal leaves the key free. All keys are within their window.
 * @param model model of requests without a key
 */
export function oncePerKey<State, Operation extends object, Answer extends object>(
  model: Model<State, Operation & Keyed, Answer>,
): Model<KeyedState<State>, Operation & Keyed, Answer> {
  return {
    after({ state, made }, call) {
      const { operation, answer } = call;
      const before = operation.key === undefined ? undefined : made[operation.key];
      if (before !== undefined) {
        const known = again(before, call);
        return known && { state, made: { ...made, [operation.key ?? '']: known } };
      }
      const success = successOf(answer);
      const after = success?.replayed === true ? undefined : model.after(state, call);
      if (after === undefined) return undefined;
      const isMade = answer === undefined ? model.keyOf(after) !== model.keyOf(state) : success !== undefined;
      if (operation.key === undefined || !isMade) return { state: after, made };
      return {
        state: after,
        made: { ...made, [operation.key]: { operation: JSON.stringify(operation), id: success?.id } },
      };
    },
    keyOf: ({ state, made }) => {
      const known = Object.entries(made).map(([key, { operation, id }]) => `${key} ${id ?? operation}`);
      return `${model.keyOf(state)} ${known.toSorted().join()}`;
    },
    namesOf: (call) => model.namesOf(call),
    impossible: (calls) => twiceMade(calls) ?? model.impossible?.(calls),
  };
}

/** Returns a sentence if a key has created two things. */
export function twiceMade(calls: readonly Call<Keyed | string, object>[]): string | undefined {
  const key = repeated(
    calls.flatMap(({ operation, answer }) =>
      typeof operation === 'object' && successOf(answer)?.replayed === false ? (operation.key ?? []) : [],
    ),
  );
  return key && `The key ${key} has made more than one.`;
}

function successOf(answer: object | undefined): Replayable | undefined {
  return answer !== undefined && 'replayed' in answer ? (answer as Replayable) : undefined;
}

/** Applies a call whose key has been used; returns undefined if its answer is impossible. */
function again({ operation, id }: Made, call: Call<object, object>): Made | undefined {
  const { answer } = call;
  const isSame = operation === JSON.stringify(call.operation);
  if (answer === undefined) return { operation, id };
  const success = successOf(answer);
  if (success === undefined)
    return !isSame && 'code' in answer && answer.code === 'IDEMPOTENCY_KEY_REUSED' ? { operation, id } : undefined;
  const isReplay = isSame && success.replayed && (id ?? success.id) === success.id;
  return isReplay ? { operation, id: success.id } : undefined;
}
