import type { PGlite } from '@electric-sql/pglite';

/** The status by which PGlite recognizes an SQL error of its wasm module, which continues after it. */
const SQL_ERROR_STATUS = 100;

/** Looks to PGlite like an SQL error, so that it calls the function that continues after one. */
class SqlErrorExit extends Error {
  readonly status = SQL_ERROR_STATUS;
}

/**
 * Makes failures of the wasm module throw, now and in all that runs afterwards. PGlite catches all that its main loop
 * throws, and runs the same message again: after a panic, such as a write-ahead log that cannot be written, for ever.
 */
export function throwWasmTraps({ Module }: PGlite): void {
  const runOnce = Module._PostgresMainLoopOnce;
  const goOnAfterError = Module._PostgresMainLongJmp;
  let trap: Error | undefined;
  const runOrTrap = () => {
    if (trap !== undefined) throw new SqlErrorExit();
    try {
      runOnce();
    } catch (error) {
      if (!isSqlError(error))
        trap = error instanceof Error ? error : new Error('PGlite has been closed.', { cause: error });
      throw new SqlErrorExit();
    }
  };
  const goOnUnlessTrapped = () => {
    if (trap !== undefined) throw trap;
    goOnAfterError();
  };
  Module._PostgresMainLoopOnce = runOrTrap;
  Module._PostgresMainLongJmp = goOnUnlessTrapped;
}

function isSqlError(error: unknown): boolean {
  return error instanceof Object && 'status' in error && error.status === SQL_ERROR_STATUS;
}
