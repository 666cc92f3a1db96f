import { repeated, type Call, type Model } from './find-order.ts';

/** What a key has made; what it was is not known when the answer was lost. */
interface Made {
  readonly asked: string;
  readonly id: string | undefined;
}

export interface KeyedState<State> {
  readonly state: State;
  readonly made: Readonly<Record<string, Made>>;
}

/** A success of what a key makes once. */
export interface Replayable {
  readonly id: string;
  readonly replayed: boolean;
}

interface Keyed {
  readonly key?: string | undefined;
}

/**
 * What is asked for with a key is made once: whoever says the same again is told of the same, whoever says something else
 * is refused, and a refusal leaves the key free. All keys are within their window.
 * @param model of what is asked for without a key
 */
export function oncePerKey<State, Asked extends object, Answer extends object>(
  model: Model<State, Asked & Keyed, Answer>,
): Model<KeyedState<State>, Asked & Keyed, Answer> {
  return {
    after({ state, made }, call) {
      const { asked, answer } = call;
      const before = asked.key === undefined ? undefined : made[asked.key];
      if (before !== undefined) {
        const known = again(before, call);
        return known && { state, made: { ...made, [asked.key ?? '']: known } };
      }
      const success = successOf(answer);
      const after = success?.replayed === true ? undefined : model.after(state, call);
      if (after === undefined) return undefined;
      const isMade = answer === undefined ? model.keyOf(after) !== model.keyOf(state) : success !== undefined;
      if (asked.key === undefined || !isMade) return { state: after, made };
      return { state: after, made: { ...made, [asked.key]: { asked: JSON.stringify(asked), id: success?.id } } };
    },
    keyOf: ({ state, made }) => {
      const known = Object.entries(made).map(([key, { asked, id }]) => `${key} ${id ?? asked}`);
      return `${model.keyOf(state)} ${known.toSorted().join()}`;
    },
    namesOf: (call) => model.namesOf(call),
    impossible: (calls) => twiceMade(calls) ?? model.impossible?.(calls),
  };
}

/** That a key has made two things. */
export function twiceMade(calls: readonly Call<Keyed | string, object>[]): string | undefined {
  const key = repeated(
    calls.flatMap(({ asked, answer }) =>
      typeof asked === 'object' && successOf(answer)?.replayed === false ? (asked.key ?? []) : [],
    ),
  );
  return key && `The key ${key} has made more than one.`;
}

function successOf(answer: object | undefined): Replayable | undefined {
  return answer !== undefined && 'replayed' in answer ? (answer as Replayable) : undefined;
}

/** A call with a key that has made something; undefined when it could not have been answered so. */
function again({ asked, id }: Made, call: Call<object, object>): Made | undefined {
  const { answer } = call;
  const isSame = asked === JSON.stringify(call.asked);
  if (answer === undefined) return { asked, id };
  const success = successOf(answer);
  if (success === undefined)
    return !isSame && 'code' in answer && answer.code === 'IDEMPOTENCY_KEY_REUSED' ? { asked, id } : undefined;
  const isReplay = isSame && success.replayed && (id ?? success.id) === success.id;
  return isReplay ? { asked, id: success.id } : undefined;
}
