import { inspect } from 'node:util';
import type { StorageConfig } from '../config/storage.ts';
import { EnvironmentError } from '../platform/environment-error.ts';
import { errorCode } from '../platform/error-code.ts';
import { inSources } from '../platform/observability/source-lines.ts';
import { databaseFailures } from './database-failures.ts';
import type { Failures } from './failures.ts';
import { folderFailures } from './folder-failures.ts';

/** The folder of the server and its files. */
const PROGRAM = import.meta.dirname;

const ofInstallation: readonly Failures[] = [
  {
    subject: 'A package is missing or incomplete',
    isHere: (error) => /node_modules|Cannot find package/.test(messageOf(error)),
    remedies: [[/^(ERR_MODULE_NOT_FOUND|ENOENT|EACCES) /, 'Run "npm ci".']],
  },
  {
    subject: 'The built server is incomplete',
    isHere: (error) => 'path' in error && String(error.path).startsWith(PROGRAM),
    remedies: [[/^(ENOENT|EACCES) /, 'Run "npm run build".']],
  },
];

/** A failure that a person can fix, explained. */
class ExplainedFailure extends EnvironmentError {}

/**
 * Explains an error: in a sentence if a person can fix it; anything else is a bug, and its stack is returned.
 * @param around what may have failed besides the installation
 */
export function explainFailure(error: unknown, around: readonly Failures[] = []): string {
  return (
    explanationOf(error, around) ?? (error instanceof Error ? inSources(error.stack ?? error.message) : inspect(error))
  );
}

/** Runs work in one place; throws its error with the explanation for this place, if there is one. */
export async function explainedIn<Result>(place: Failures, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const explanation = explanationOf(error, [place]);
    if (explanation === undefined) throw error;
    throw new ExplainedFailure(explanation, { cause: error });
  }
}

function explanationOf(error: unknown, around: readonly Failures[]): string | undefined {
  const chain = chainOf(error);
  const known = chain.find((one) => one instanceof EnvironmentError);
  if (known !== undefined) return known.message;
  for (const place of [...ofInstallation, ...around])
    for (const one of chain) {
      const sentence = sentenceOf(one, place);
      if (sentence !== undefined) return sentence;
    }
  return undefined;
}

/** Returns the possible failures of the database and its folder. */
export function storageFailures(config: StorageConfig): readonly Failures[] {
  const { databaseUrl } = config;
  return [folderFailures(config), ...(databaseUrl === undefined ? [] : [databaseFailures(databaseUrl)])];
}

function sentenceOf(error: object, { subject, isHere, remedies }: Failures): string | undefined {
  if (!isHere(error)) return undefined;
  const message = messageOf(error);
  const [, remedy] = remedies.find(([when]) => when.test(`${errorCode(error) ?? ''} ${message}`)) ?? [];
  return remedy && `${subject}: ${message}. ${remedy}`;
}

/** Returns the error and all its causes. */
function chainOf(error: unknown, seen = new Set<object>()): object[] {
  if (!(error instanceof Object) || seen.has(error)) return [];
  seen.add(error);
  const cause = 'cause' in error ? error.cause : undefined;
  return [error, ...[...errorsOf(error), cause].flatMap((one) => chainOf(one, seen))];
}

/** A connection to a host with several addresses fails with one error for each. */
function errorsOf(error: object): readonly unknown[] {
  return error instanceof AggregateError ? error.errors : [];
}

/** Returns the first line of the message, without a full stop. */
function messageOf(error: object): string {
  if (!(error instanceof Error)) return inspect(error, { breakLength: Infinity });
  if (error.message === '') return chainOf(error).slice(1).map(messageOf).join(', ');
  return (error.message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}
