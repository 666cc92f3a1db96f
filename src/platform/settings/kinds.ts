import * as v from 'valibot';
import { addressPolicy } from '../outbound/address-policy.ts';
import { wantedBy } from './setting.ts';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

export const text = v.pipe(v.string(), v.description('text'));

export const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
  v.description('true or false'),
);

export function integer({ min, max }: Bounds) {
  return v.pipe(
    v.string(),
    v.digits(),
    v.toNumber(),
    v.minValue(min),
    v.maxValue(max),
    v.description(`a whole number from ${min} to ${max}`),
  );
}

/** Seconds, which may have a fraction. */
export function seconds({ min, max }: Bounds) {
  return v.pipe(
    v.string(),
    v.regex(/^\d+(\.\d+)?$/),
    v.toNumber(),
    v.minValue(min),
    v.maxValue(max),
    v.description(`seconds from ${min} to ${max}`),
  );
}

export function choice<const Choice extends string>(choices: readonly Choice[]) {
  return v.pipe(v.picklist(choices), v.description(`one of ${choices.join(', ')}`));
}

/** Items of one kind, separated by commas; an empty item is invalid. */
export function listOf<Item>(item: v.GenericSchema<string, Item>, wanted = `${wantedBy(item)}, separated by commas`) {
  return v.pipe(
    v.string(),
    v.transform((value) => value.split(',').map((one) => one.trim())),
    v.array(item),
    v.description(wanted),
  );
}

/** Operations per seconds, or null for no limit; fewer than `min` are refused. */
export function rate(wanted = 'operations per seconds, such as 180/10, or 0 for no limit', min = 1) {
  return v.pipe(
    v.string(),
    v.regex(/^(0|[1-9]\d{0,6}\/[1-9]\d{0,4})$/),
    v.transform((value) => {
      const [requests = 0, per = 0] = value.split('/').map(Number);
      return requests === 0 ? null : { requests, seconds: per };
    }),
    v.check((limit) => limit === null || limit.requests >= min),
    v.description(wanted),
  );
}

export const addressRanges = v.pipe(
  listOf(v.string()),
  v.check((allowCidrs) => {
    try {
      addressPolicy({ allowPrivate: false, allowCidrs });
      return true;
    } catch {
      return false;
    }
  }),
  v.description('ranges such as 10.0.0.0/8,fd00::/8'),
);

/** Refuses a text for which a problem is found: the rest of the sentence, which does not repeat a secret. */
export function problem(problemOf: (value: string) => string | undefined) {
  return v.rawCheck<string>(({ dataset, addIssue }) => {
    const message = dataset.typed ? problemOf(dataset.value) : undefined;
    if (message !== undefined) addIssue({ message });
  });
}

function isHttp(value: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '');
}

/** The value is not repeated: it may have a password. */
export function portProblem(value: string): string | undefined {
  return URL.parse(value)?.port === '0' ? 'has the port 0, on which nothing can listen: write another one' : undefined;
}

/** What follows a `#` would be ignored. The value is not repeated: it may have a password. */
export function escapeProblem(value: string): string | undefined {
  if (!canBeDecoded(value)) return 'has a % that does not start an escape: write %25 for a %';
  return value.includes('#') ? 'has a #: write %23 for a #' : undefined;
}

function canBeDecoded(url: string): boolean {
  try {
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}

export const httpUrl = v.pipe(v.string(), problem(portProblem), v.check(isHttp), v.description('an http or https URL'));

/**
 * A URL without a user and a password, which would be shown, and without characters that would end its path.
 * @param instead what to do with a password
 */
export function urlWithout(characters: readonly string[], instead = 'write it without') {
  return v.pipe(
    httpUrl,
    problem((value) => {
      const url = URL.parse(value);
      return url?.username || url?.password ? `contains a user or a password: ${instead}` : undefined;
    }),
    v.check((value) => !characters.some((character) => value.includes(character))),
    v.description(`an http or https URL without ${characters.map((character) => `"${character}"`).join(' and ')}`),
  );
}

export const origin = v.pipe(
  v.string(),
  problem(portProblem),
  v.check((value) => isHttp(value) && URL.parse(value)?.origin === value),
  v.description('origins such as https://app.example.com'),
);

/** A prefix of header names, in lower case, since they are case-insensitive. */
export const headerPrefix = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/i),
  v.toLowerCase(),
  v.description('a prefix of header names, such as x-svc-'),
);
