import { pino, type Logger as PinoLogger } from 'pino';
import { inSources } from './source-lines.ts';

export type Logger = PinoLogger;

/** Lines are written in chunks of this many bytes, and at the latest after this many milliseconds. */
const PORTION_BYTES = 15_360;
const FLUSH_MS = 100;

/** Logs JSON lines to standard output. Callers must not pass personal data, and pass errors through `describeError`. */
export function createLogger(level: string): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  // A process that exits writes what is left; one that is killed may lose its last lines.
  const output = pino.destination({ dest: 1, sync: false, minLength: PORTION_BYTES });
  let flush: NodeJS.Timeout | undefined;
  return pino(options, {
    write(line: string) {
      output.write(line);
      // Only when there is something to flush: a timer that always runs keeps an idle processor awake.
      flush ??= setTimeout(() => {
        flush = undefined;
        output.flush();
      }, FLUSH_MS).unref();
    },
  });
}

/** Checks whether it is a stream that a logger writes its lines to. */
function isLineStream(stream: unknown): stream is { write(line: string): void } {
  return typeof stream === 'object' && stream !== null && 'write' in stream && typeof stream.write === 'function';
}

/**
 * Returns a function that logs one message with fields that are JSON already, each after a comma: the output of
 * `logger.info`, which takes five times as long, since it inspects each value.
 */
export function lineWriter(logger: Logger, message: string): (fields: string) => void {
  const stream: unknown = Reflect.get(logger, pino.symbols.streamSym);
  if (!isLineStream(stream)) throw new TypeError('The logger has nothing that it writes to.');
  const head = `{"level":${logger.levels.values['info'] ?? ''}`;
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  return (fields) => {
    if (logger.isLevelEnabled('info')) stream.write(head + pino.stdTimeFunctions.isoTime() + fields + end);
  };
}

/**
 * Returns what may be logged of an error: its name, codes and stack. The text and details of a database error contain
 * the statement's values, including personal data, and are omitted; the names of the statement, its constraint and table
 * are sufficient.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const facts = Object.fromEntries(
    ['code', 'constraint', 'table', 'routine', 'statement'].map((name) => [name, readProperty(error, name)]),
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
