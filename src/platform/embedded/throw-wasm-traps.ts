import type { PGlite } from '@electric-sql/pglite';

/** The status by which PGlite knows an SQL error of its wasm, which goes on after it. */
const SQL_ERROR_STATUS = 100;

/** Taken by PGlite for an SQL error, so that it asks for what goes on after one. */
class SqlErrorExit extends Error {
  readonly status = SQL_ERROR_STATUS;
}

/**
 * Has a failure of the wasm itself thrown, now and by whatever is run afterwards. PGlite catches all that its main loop
 * throws, and runs the same message again: after a panic, such as a write-ahead log that cannot be written, for ever.
 */
export function throwWasmTraps({ Module }: PGlite): void {
  const runOnce = Module._PostgresMainLoopOnce;
  const goOnAfterError = Module._PostgresMainLongJmp;
  let trap: Error | undefined;
  Module._PostgresMainLoopOnce = () => {
    if (trap !== undefined) throw new SqlErrorExit();
    try {
      runOnce();
    } catch (error) {
      if (!isSqlError(error))
        trap = error instanceof Error ? error : new Error('PGlite has been closed.', { cause: error });
      throw new SqlErrorExit();
    }
  };
  Module._PostgresMainLongJmp = () => {
    if (trap !== undefined) throw trap;
    goOnAfterError();
  };
}

function isSqlError(error: unknown): boolean {
  return error instanceof Object && 'status' in error && error.status === SQL_ERROR_STATUS;
}
