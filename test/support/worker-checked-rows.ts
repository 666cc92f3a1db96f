import type { Session } from '../../src/platform/database/sessions.ts';
import { EmbeddedSessions } from '../../src/platform/embedded/embedded-sessions.ts';
import { PipeliningClient } from '../../src/platform/postgres/pipelining-client.ts';
import type { Statement } from '../../src/platform/statements/statement.ts';
import { describedRows, misfitIn } from './described-rows.ts';

/**
 * Makes each statement of this worker fail that returns a value outside of the type of its column, such as a null where
 * it has declared that there is none. So both storages return the same kinds of values, and tests notice what is wrong
 * about a declaration as soon as one of them reads such a row.
 */
const described = describedRows();

type Run = Session['run'];

/** Returns the same function; it checks the rows. */
function checking(run: Run): Run {
  return async function <Row>(this: unknown, ...call: Parameters<typeof run<Row>>): Promise<Row[]> {
    const rows: Row[] = await Reflect.apply(run<Row>, this, call);
    check(call[0], rows);
    return rows;
  };
}

function check({ name }: Statement, rows: readonly unknown[]): void {
  const columns = described.get(name);
  const misfit = columns && misfitIn(name, columns, rows);
  if (misfit === undefined) return;
  process.stderr.write(`${misfit}\n`);
  throw new TypeError(misfit);
}

/* eslint-disable @typescript-eslint/unbound-method -- applied to what they are called on */
PipeliningClient.prototype.run = checking(PipeliningClient.prototype.run);
EmbeddedSessions.prototype.run = checking(EmbeddedSessions.prototype.run);
const { transaction } = EmbeddedSessions.prototype;
EmbeddedSessions.prototype.transaction = function (work, commits) {
  return Reflect.apply(transaction, this, [(session: Session) => work({ run: checking(session.run) }), commits]);
};
