import { EnvironmentError } from '../platform/environment-error.ts';

/** A setting that the process cannot start with; its message names the variable and says what is wanted. */
export class ConfigError extends EnvironmentError {}

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Items between commas. */
export function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** @throws ConfigError, as all that follow */
export function readUrl(name: string, value: string): string {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError(`${name} is "${value}": write an http or https address.`);
  return value;
}

export function readFlag(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new ConfigError(`${name} is "${value}": write true or false.`);
}

/** Seconds, with a fraction where that is wanted. */
export function readSeconds(name: string, value: string, { min, max }: Bounds): number {
  const seconds = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || seconds < min || seconds > max)
    throw new ConfigError(`${name} is "${value}": write seconds from ${min} to ${max}.`);
  return seconds;
}

export function readInteger(name: string, value: string, { min, max }: Bounds): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new ConfigError(`${name} is "${value}": write a whole number from ${min} to ${max}.`);
  return number;
}

export function readChoice(name: string, value: string, choices: readonly string[]): string {
  if (choices.includes(value)) return value;
  throw new ConfigError(`${name} is "${value}": write one of ${choices.join(', ')}.`);
}
