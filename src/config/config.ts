/**
 * Reads the settings of a process from its environment, and names every wrong one.
 * @packageDocumentation
 */

import leven from 'leven';
import type { SettingGroup } from '../platform/settings/setting.ts';
import { database } from './database.ts';
import { documents } from './documents.ts';
import { limits } from './limits.ts';
import { observing } from './observing.ts';
import { oneTimeCodes } from './one-time-codes.ts';
import { provider } from './provider.ts';
import { readFrom, type Environment } from './reading.ts';
import { serving } from './serving.ts';
import { storage } from './storage.ts';
import { tokens } from './tokens.ts';
import { webhooks } from './webhooks.ts';

/** All settings by their headings, in the order of `--help` and docs/settings.md, which are derived from them. */
export const settingGroups: readonly SettingGroup<unknown>[] = [
  ...[serving, storage, database, tokens, webhooks, oneTimeCodes, provider, limits, observing, documents],
];

/**
 * Reads and validates the environment.
 * @throws ConfigError with a sentence for each setting that is missing or wrong
 */
export function readConfig(environment: Environment) {
  // Settings that this mode ignores are validated too: otherwise they could stop a start in another mode months later.
  return readFrom(environment, ({ of }) =>
    Object.freeze({
      ...of(serving),
      ...of(storage),
      ...of(database),
      auth: of(tokens),
      webhooks: of(webhooks),
      totpSender: of(oneTimeCodes),
      provider: of(provider),
      ...of(limits),
      ...of(observing),
      ...of(documents),
      /** Sentences on variables that resemble settings and are none. */
      warnings: mistypedIn(environment),
    }),
  );
}

/** Everything that the process reads from its environment, validated and frozen. */
export type Config = ReturnType<typeof readConfig>;

/** One letter in five may differ: more would match what is meant for other programs, such as HOSTNAME. */
const LETTERS_PER_MISTAKE = 5;

function mistypedIn(environment: Environment): readonly string[] {
  const known = settingGroups.flatMap(({ settings }) => Object.values(settings).map(({ about }) => about.name));
  return Object.keys(environment).flatMap((name) => {
    // OpenTelemetry has many more of its own.
    if (known.includes(name) || name.startsWith('OTEL_')) return [];
    const near = known.find((one) => leven(one, name.toUpperCase()) * LETTERS_PER_MISTAKE <= name.length);
    return near === undefined ? [] : [`${name} is not a setting: did you mean ${near}?`];
  });
}
