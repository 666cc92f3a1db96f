import { pino, type Logger as PinoLogger } from 'pino';
import { inSources } from './source-lines.ts';

export type Logger = PinoLogger;

/** Lines are written in portions of so many bytes, and at the latest after so many milliseconds. */
const WRITING = { minLength: 15_360, periodicFlush: 100 };

/** JSON lines on standard output. What is personal is never handed to it; errors go through `describeError`. */
export function createLogger(level: string): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  // A process that ends writes what is left; one that is killed may owe its last lines.
  return pino(options, pino.destination({ dest: 1, sync: false, ...WRITING }));
}

/**
 * What may be written of an error: its name, codes and stack. The text and details of a database error carry the values
 * of the statement, personal data among them, and stay out; its constraint and table tell what is needed.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const facts = Object.fromEntries(
    ['code', 'constraint', 'table', 'routine'].map((name) => [name, readProperty(error, name)]),
  );
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const isDatabaseError = /^[0-9A-Z]{5}$/.test(facts['code'] ?? '');
  return {
    name: error.name,
    ...facts,
    ...(isDatabaseError ? {} : { message: error.message }),
    stack: inSources(frames.join('\n')),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function readProperty(error: Error, name: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
  return typeof value === 'string' ? value : undefined;
}
