import { EnvironmentError } from '../platform/environment-error.ts';

/** A setting that prevents the start; its message names the variable and says what to write. */
export class ConfigError extends EnvironmentError {}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The format of a value. */
export interface Kind<Value> {
  /** What to write, to complete the sentence "write …". */
  readonly wanted: string;
  /** Undefined: the text is invalid. A kind with secret values throws a ConfigError itself, without the value. */
  readonly parse: (text: string, name: string) => Value | undefined;
}

/** The default value, or one for sandbox mode and another for elsewhere. */
export type Fallback = string | { readonly sandbox: string; readonly elsewhere: string };

/** An environment variable. */
export interface Setting<Value> {
  readonly name: string;
  readonly wanted: string;
  /** The default, in words. */
  readonly without: string;
  /** What it is for. */
  readonly meaning: string;
  /** Whether the variable is set; a blank value counts as not set. */
  readonly isGiven: (environment: Environment) => boolean;
  /** @throws ConfigError */
  readonly read: (environment: Environment, isSandbox: boolean) => Value;
}

/** Reads a setting from a given environment. */
export type Read = <Value>(setting: Setting<Value>) => Value;

/** Defines a setting that always has a value. */
export function setting<Value>(name: string, kind: Kind<Value>, fallback: Fallback, meaning: string): Setting<Value> {
  const { wanted } = kind;
  const fallbackIn = (isSandbox: boolean) =>
    typeof fallback === 'string' ? fallback : isSandbox ? fallback.sandbox : fallback.elsewhere;
  const without =
    typeof fallback === 'string'
      ? `\`${fallback}\``
      : `\`${fallback.elsewhere}\`, or \`${fallback.sandbox}\` in sandbox mode`;
  const read = (environment: Environment, isSandbox: boolean) =>
    valueOf(name, kind, textOf(environment, name) ?? fallbackIn(isSandbox));
  return { name, wanted, without, meaning, isGiven: isGiven(name), read };
}

/** Defines an optional setting; `without` describes the default. */
export function optional<Value>(
  name: string,
  kind: Kind<Value>,
  without: string,
  meaning: string,
): Setting<Value | undefined> {
  const read = (environment: Environment) => {
    const text = textOf(environment, name);
    return text === undefined ? undefined : valueOf(name, kind, text);
  };
  return { name, wanted: kind.wanted, without, meaning, isGiven: isGiven(name), read };
}

function isGiven(name: string): (environment: Environment) => boolean {
  return (environment) => textOf(environment, name) !== undefined;
}

function textOf(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

function valueOf<Value>(name: string, { parse, wanted }: Kind<Value>, text: string): Value {
  const value = parse(text, name);
  if (value === undefined) throw new ConfigError(`${name} is "${text}": write ${wanted}.`);
  return value;
}
