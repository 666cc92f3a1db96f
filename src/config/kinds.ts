import { budgetSize, type BudgetSize } from '../platform/limits/budget.ts';
import type { RateLimit } from '../platform/limits/partner-rates.ts';
import { addressPolicy } from '../platform/outbound/address-policy.ts';
import { ConfigError, type Kind } from './setting.ts';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

export const text: Kind<string> = { wanted: 'text', parse: (value) => value };

export function integer({ min, max }: Bounds): Kind<number> {
  return {
    wanted: `a whole number from ${min} to ${max}`,
    parse: (value) => (/^\d+$/.test(value) ? within(Number(value), { min, max }) : undefined),
  };
}

/** Seconds, which may have a fraction. */
export function seconds({ min, max }: Bounds): Kind<number> {
  return {
    wanted: `seconds from ${min} to ${max}`,
    parse: (value) => (/^\d+(\.\d+)?$/.test(value) ? within(Number(value), { min, max }) : undefined),
  };
}

function within(number: number, { min, max }: Bounds): number | undefined {
  return number < min || number > max ? undefined : number;
}

export const flag: Kind<boolean> = {
  wanted: 'true or false',
  parse: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
};

export function choice<Choice extends string>(choices: readonly Choice[]): Kind<Choice> {
  return {
    wanted: `one of ${choices.join(', ')}`,
    parse: (value) => choices.find((one) => one === value),
  };
}

/** One or more of the choices, separated by commas. */
export function someOf<Choice extends string>(choices: readonly Choice[], wanted: string): Kind<ReadonlySet<Choice>> {
  return {
    wanted,
    parse: (value) => {
      const named = items(value);
      const known = choices.filter((one) => named.includes(one));
      return named.every((item) => known.some((one) => one === item)) ? new Set(known) : undefined;
    },
  };
}

/** Items of one kind, separated by commas; an empty item is invalid. */
export function listOf<Item>(kind: Kind<Item>): Kind<readonly Item[]> {
  return {
    wanted: `${kind.wanted}, separated by commas`,
    parse: (value, name) => {
      const parsed = items(value).map((item) => kind.parse(item, name));
      return parsed.every((item) => item !== undefined) ? parsed : undefined;
    },
  };
}

function items(value: string): readonly string[] {
  return value.split(',').map((item) => item.trim());
}

export const share: Kind<number> = {
  wanted: 'a number from 0 to 1',
  parse: (value) => (/^(0|1|0?\.\d+|1\.0+)$/.test(value) ? Number(value) : undefined),
};

/** Operations per seconds; null: no limit. */
export const rate = rateOf('operations per seconds, such as 180/10, or 0 for no limit', 1);

/** The same, with a number of operations below which it cannot be kept. */
export function rateOf(wanted: string, min: number): Kind<RateLimit | null> {
  return {
    wanted,
    parse: (value) => {
      if (value === '0') return null;
      const [, requests, per] = /^([1-9]\d{0,6})\/([1-9]\d{0,4})$/.exec(value) ?? [];
      if (requests === undefined || per === undefined || Number(requests) < min) return undefined;
      return { requests: Number(requests), seconds: Number(per) };
    },
  };
}

/** A number, and the seconds of one refill. */
export const budget: Kind<BudgetSize> = {
  wanted: 'a number, and seconds until one is refilled, such as 100/60',
  parse: budgetSize,
};

/** The same, or `0`; null: no limit. */
export const budgetOrNone: Kind<BudgetSize | null> = {
  wanted: `${budget.wanted}, or 0 for no limit`,
  parse: (value) => (value === '0' ? null : budgetSize(value)),
};

export const addressRanges: Kind<readonly string[]> = {
  wanted: 'ranges such as 10.0.0.0/8,fd00::/8',
  parse: (value) => {
    try {
      addressPolicy({ allowPrivate: false, allowCidrs: items(value) });
      return items(value);
    } catch {
      return undefined;
    }
  },
};

/** Headers that clients or other proxies set. Of some, Node keeps only the first value, which would be the client's. */
const HEADERS_IN_USE = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'api-version', 'authorization', 'connection', 'content-encoding'],
  ...['content-length', 'content-type', 'cookie', 'dpop', 'expect', 'forwarded', 'from', 'host', 'if-none-match'],
  ...['origin', 'proxy-authorization', 'referer', 'transfer-encoding', 'upgrade', 'user-agent', 'x-forwarded-for'],
]);

/** A header name (RFC 9110, 5.1) without another meaning, in lower case as in Node. */
export const headerName: Kind<string> = {
  wanted: 'the name of a header that means nothing else, such as client-cert',
  parse: (value) => {
    const name = value.toLowerCase();
    return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !HEADERS_IN_USE.has(name) ? name : undefined;
  },
};

/** Syntax of the token after `Bearer` (RFC 6750, 2.1). */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

export const bearerToken: Kind<string> = {
  wanted: 'only letters, digits and -._~+/=',
  parse: (value, name) => {
    if (BEARER_TOKEN.test(value)) return value;
    throw new ConfigError(`${name} is not a bearer token: write only letters, digits and -._~+/=.`);
  },
};

/** A prefix of header names, in lower case, since they are case-insensitive. */
export const headerPrefix: Kind<string> = {
  wanted: 'a prefix of header names, such as x-svc-',
  parse: (value) => (/^[a-z][a-z0-9-]{0,39}$/i.test(value) ? value.toLowerCase() : undefined),
};

/** A shorter passphrase could be guessed with a stolen dump. */
const PASSPHRASE_LENGTH_MIN = 32;

export const passphrases: Kind<readonly string[]> = {
  wanted: `passphrases of ${PASSPHRASE_LENGTH_MIN} characters or more, separated by commas`,
  parse: (value, name) => {
    const keys = items(value);
    if (keys.some((key) => key.length < PASSPHRASE_LENGTH_MIN))
      throw new ConfigError(`${name} is too short: write at least ${PASSPHRASE_LENGTH_MIN} random characters.`);
    return keys;
  },
};

/** Any other URL would become a folder of that name, and its data would be as good as lost. */
export const dataFolder: Kind<string> = {
  wanted: 'a folder, or memory:// to store nothing',
  parse: (value) => (value.includes('://') && value !== 'memory://' ? undefined : value),
};
