/**
 * What all commands for operators share.
 * @packageDocumentation
 */

import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Database } from '../database/database.ts';
import { EnvironmentError } from '../environment-error.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** The arguments after the name of a command, and its environment. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads all of standard input, for secrets that must not be arguments, which others can see. */
  readonly input?: () => Promise<string>;
}

/**
 * A command for operators; returns its output.
 * @throws CommandError, or another EnvironmentError, for what the user can correct
 */
export type Command = (line: CommandLine) => Promise<string>;

/** Something that the user of the command can correct. */
export class CommandError extends EnvironmentError {}

/** The user asked what the command accepts; the message says it. */
export class HelpWanted extends CommandError {}

/** The configured database, as a command of an extension has it. */
export interface CommandDatabase {
  readonly database: Database;
  readonly secrets: SecretBox;
  /** The time of the database: the clock of the operator's machine may be wrong. */
  readonly clock: Clock;
  readonly random: Random;
  /** After how long a decision on a registration is asked for, in seconds. */
  readonly analysisSeconds: number;
}

/** What a command of an extension has. */
export interface ExtensionLine extends CommandLine {
  /** Whether the gateway of this environment should have a SECRETS_KEY, and it has none. */
  readonly lacksSecretsKey: () => boolean;
  /** Runs work on the configured database, whose schema must be that of this release, and closes it. */
  readonly onDatabase: <Result>(work: (opened: CommandDatabase) => Promise<Result>) => Promise<Result>;
}

/** A command that an extension adds. */
export type ExtensionCommand = (line: ExtensionLine) => Promise<string>;
