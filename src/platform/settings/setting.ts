/**
 * Describes settings, and reads their values.
 * @packageDocumentation
 */

import * as v from 'valibot';

/** The default value, or one for sandbox mode and another for elsewhere. */
type Fallback = string | { readonly sandbox: string; readonly elsewhere: string };

/** What is known of a setting beside the schema of its values. */
export interface About {
  /** Of the environment variable. */
  readonly name: string;
  /** What to write, to complete the sentence "write …". */
  readonly wanted: string;
  /** The text that is read if none is given. */
  readonly fallback: Fallback | undefined;
  /** The default, in words. */
  readonly without: string;
  /** What it is for. */
  readonly meaning: string;
}

/** An environment variable: the schema of its values, with what is said about it. */
export interface Setting<Value> extends v.GenericSchema<string | undefined, Value> {
  readonly about: About;
}

/** Settings by their names in the code. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of settings. */
export type Values<Of extends Settings> = v.InferOutput<v.ObjectSchema<Of, undefined>>;

/** Settings that belong together under a heading, and the part of the configuration that they yield. */
export interface SettingGroup<Part> {
  readonly heading: string;
  readonly settings: Settings;
  readonly read: (reading: Reading) => Part;
}

/** One reading of the environment, which gathers everything that is wrong with it. */
export interface Reading {
  readonly isSandbox: boolean;
  /** Whether the variable is set; a blank value counts as not set. */
  readonly isGiven: (name: string) => boolean;
  /** Returns what a group yields. Settings that are wrong have their defaults, and the start is refused anyway. */
  readonly of: <Part>(group: SettingGroup<Part>) => Part;
  /** Returns the values of settings, likewise. */
  readonly valuesOf: <Of extends Settings>(settings: Of) => Values<Of>;
  /**
   * Refuses the start for what only several settings show.
   * @param name the setting to change, with which the sentence begins
   * @param problem the rest of the sentence
   * @param because other settings on which it depends: if one of them is wrong itself, nothing is said
   */
  readonly refuse: (name: string, problem: string, because?: readonly string[]) => void;
}

/**
 * Defines a setting that always has a value. The schema has a description, which completes the sentence "write …"; for what
 * fails without a message of its own, the sentence shows the value and this description. A message of its own is the rest
 * of a sentence that begins with the name, and is for values that can contain secrets.
 */
export function setting<Value>(
  name: string,
  schema: v.GenericSchema<string, Value>,
  fallback: Fallback,
  meaning: string,
): Setting<Value> {
  const without =
    typeof fallback === 'string'
      ? `\`${fallback}\``
      : `\`${fallback.elsewhere}\`, or \`${fallback.sandbox}\` in sandbox mode`;
  return { ...schema, about: { name, wanted: wantedBy(schema), fallback, without, meaning } };
}

/** Defines an optional setting; `without` describes the default. */
export function optional<Value>(
  name: string,
  schema: v.GenericSchema<string, Value>,
  without: string,
  meaning: string,
): Setting<Value | undefined> {
  return { ...v.optional(schema), about: { name, wanted: wantedBy(schema), fallback: undefined, without, meaning } };
}

/** Returns the description of a schema. */
export function wantedBy(schema: v.GenericSchema): string {
  return v.getDescription(schema) ?? '';
}

/** Defines a group; `read` makes its part from the values of its settings. */
export function settingGroup<Of extends Settings, Part>(
  heading: string,
  settings: Of,
  read: (values: Values<Of>, reading: Reading) => Part,
): SettingGroup<Part> {
  return { heading, settings, read: (reading) => read(reading.valuesOf(settings), reading) };
}
