import type { Call, Model } from './find-order.ts';

/** Limit of webhook configurations of a partner: the seeded ones, those that faults create, and a few more. */
export const CONFIGURATIONS_MAX = 30;

/** Creates a configuration for `uri`, deletes the one with this id, or lists all. */
export type ConfigurationOperation = { readonly uri: string } | { readonly deleted: string } | 'list';

export type ConfigurationAnswer =
  | { readonly id: string }
  | { readonly code: string }
  | { readonly configurations: readonly { readonly id: string; readonly uri: string }[] };

export type ConfigurationCall = Call<ConfigurationOperation, ConfigurationAnswer>;

/** Ids of the configurations of a partner by their URI; empty if the answer was lost. */
export type ConfigurationState = Readonly<Record<string, string>>;

/**
 * Models webhook configurations of a partner by domain rules, section 8: of one event each, one for each URI.
 * @param limit maximum number of configurations of the partner
 */
export function configurationsModel(
  limit: number,
): Model<ConfigurationState, ConfigurationOperation, ConfigurationAnswer> {
  return {
    after(state, { operation, answer }) {
      if (operation === 'list') {
        if (answer === undefined) return state;
        return 'configurations' in answer ? listed(state, answer.configurations) : undefined;
      }
      return 'uri' in operation
        ? created(state, operation.uri, limit, answer)
        : deleted(state, operation.deleted, answer);
    },
    keyOf: (state) => JSON.stringify(Object.entries(state).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    namesOf({ operation, answer }) {
      if (operation !== 'list') return ['uri' in operation ? operation.uri : operation.deleted];
      return answer !== undefined && 'configurations' in answer ? answer.configurations.map(({ uri }) => uri) : [];
    },
  };
}

function created(
  state: ConfigurationState,
  uri: string,
  limit: number,
  answer: ConfigurationAnswer | undefined,
): ConfigurationState | undefined {
  const refusal = refusalOf(state, uri, limit);
  if (answer === undefined) return refusal === undefined ? { ...state, [uri]: '' } : state;
  if ('code' in answer) return answer.code === refusal ? state : undefined;
  if (!('id' in answer) || refusal !== undefined || Object.values(state).includes(answer.id)) return undefined;
  return { ...state, [uri]: answer.id };
}

function refusalOf(state: ConfigurationState, uri: string, limit: number): string | undefined {
  if (state[uri] !== undefined) return 'WEBHOOK_CONFIGURATION_ALREADY_EXISTS';
  return Object.keys(state).length >= limit ? 'TOO_MANY_WEBHOOK_CONFIGURATIONS' : undefined;
}

function deleted(
  state: ConfigurationState,
  id: string,
  answer: ConfigurationAnswer | undefined,
): ConfigurationState | undefined {
  const left = Object.fromEntries(Object.entries(state).filter(([, known]) => known !== id));
  const isThere = Object.keys(left).length < Object.keys(state).length;
  if (answer === undefined) return left;
  if ('code' in answer) return !isThere && answer.code === 'WEBHOOK_CONFIGURATION_NOT_FOUND' ? state : undefined;
  return 'id' in answer && answer.id === id && isThere ? left : undefined;
}

function listed(
  state: ConfigurationState,
  shown: readonly { readonly id: string; readonly uri: string }[],
): ConfigurationState | undefined {
  const isAsAnswered = shown.every(({ id, uri }) => state[uri] === '' || state[uri] === id);
  const isAll = new Set(shown.map(({ uri }) => uri)).size === Object.keys(state).length;
  return isAsAnswered && isAll && shown.length === Object.keys(state).length
    ? Object.fromEntries(shown.map(({ id, uri }) => [uri, id]))
    : undefined;
}
