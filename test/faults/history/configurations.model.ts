import type { Call, Model } from './find-order.ts';

/** Webhook configurations of one partner in rounds of faults: the seeded ones, those that faults make, and a few. */
export const CONFIGURATIONS_MAX = 30;

/** A request for a configuration to `uri`, or that the one with this id goes; or a look at all. */
export type ConfigurationAsked = { readonly uri: string } | { readonly deleted: string } | 'list';

export type ConfigurationAnswer =
  | { readonly id: string }
  | { readonly code: string }
  | { readonly configurations: readonly { readonly id: string; readonly uri: string }[] };

export type ConfigurationCall = Call<ConfigurationAsked, ConfigurationAnswer>;

/** Ids of the configurations of a partner by their address; empty when the answer was lost. */
export type ConfigurationState = Readonly<Record<string, string>>;

/**
 * Webhook configurations of a partner by domain rules, section 8: of one event each, one for each address.
 * @param limit how many the partner may have
 */
export function configurationsModel(limit: number): Model<ConfigurationState, ConfigurationAsked, ConfigurationAnswer> {
  return {
    after(state, { asked, answer }) {
      if (asked === 'list') {
        if (answer === undefined) return state;
        return 'configurations' in answer ? listed(state, answer.configurations) : undefined;
      }
      return 'uri' in asked ? created(state, asked.uri, limit, answer) : deleted(state, asked.deleted, answer);
    },
    keyOf: (state) => JSON.stringify(Object.entries(state).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    namesOf({ asked, answer }) {
      if (asked !== 'list') return ['uri' in asked ? asked.uri : asked.deleted];
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
  const isAsTold = shown.every(({ id, uri }) => state[uri] === '' || state[uri] === id);
  const isAll = new Set(shown.map(({ uri }) => uri)).size === Object.keys(state).length;
  return isAsTold && isAll && shown.length === Object.keys(state).length
    ? Object.fromEntries(shown.map(({ id, uri }) => [uri, id]))
    : undefined;
}
