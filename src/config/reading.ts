import * as v from 'valibot';
import { EnvironmentError } from '../platform/environment-error.ts';
import { flag } from '../platform/settings/kinds.ts';
import {
  optional,
  type About,
  type Reading,
  type Setting,
  type SettingGroup,
  type Settings,
  type Values,
} from '../platform/settings/setting.ts';

/** Settings that prevent the start: a sentence for each, which names the variable and says what to write. */
export class ConfigError extends EnvironmentError {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The setting on which the defaults of others depend. */
export const sandbox = optional(
  'SANDBOX',
  flag,
  'true if `DATABASE_URL` is not set and `HOST` is local, otherwise false',
  'sandbox mode: token endpoint, sandbox data, `simulateCashIn`, one-time codes in responses, webhooks to http and private addresses. If other machines can reach it, clients get random secrets, which are printed at startup',
);

/**
 * Reads something from the environment.
 * @throws ConfigError with a sentence for each setting that is wrong
 */
export function readFrom<Part>(environment: Environment, read: (reading: Reading) => Part): Part {
  const reading = new EnvironmentReading(environment);
  const part = read(reading);
  if (reading.problems.size > 0) throw new ConfigError([...reading.problems.values()].join('\n'));
  return part;
}

/** Schemas have a message of their own only where the value is not to be repeated. */
const NO_MESSAGES = { abortPipeEarly: true, message: '' } as const;

class EnvironmentReading implements Reading {
  readonly isSandbox: boolean;
  /** Sentences by the settings that are to be changed. */
  readonly problems = new Map<string, string>();
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
    this.isSandbox = this.valuesOf({ sandbox }).sandbox ?? !this.isGiven('DATABASE_URL');
  }

  readonly isGiven = (name: string) => this.textOf(name) !== undefined;

  readonly of = <Part>(group: SettingGroup<Part>): Part => {
    const part = group.read(this);
    Object.freeze(part);
    return part;
  };

  readonly valuesOf = <Of extends Settings>(settings: Of): Values<Of> => {
    for (const setting of Object.values(settings)) this.check(setting);
    const texts = Object.entries(settings).map(([key, { about }]) => [key, this.validTextOf(about)]);
    return v.parse(v.object(settings), Object.fromEntries(texts));
  };

  readonly refuse = (name: string, problem: string, because: readonly string[] = []) => {
    if (![name, ...because].some((one) => this.problems.has(one))) this.problems.set(name, `${name} ${problem}.`);
  };

  private check(setting: Setting<unknown>): void {
    const { name, wanted } = setting.about;
    const text = this.textOf(name);
    const [issue] = text === undefined ? [] : (v.safeParse(setting, text, NO_MESSAGES).issues ?? []);
    if (issue !== undefined) this.refuse(name, issue.message || `is "${text}": write ${wanted}`);
  }

  private validTextOf({ name, fallback }: About): string | undefined {
    const text = this.problems.has(name) ? undefined : this.textOf(name);
    if (text !== undefined) return text;
    return typeof fallback === 'object' ? fallback[this.isSandbox ? 'sandbox' : 'elsewhere'] : fallback;
  }

  private textOf(name: string): string | undefined {
    return this.environment[name]?.trim() || undefined;
  }
}
