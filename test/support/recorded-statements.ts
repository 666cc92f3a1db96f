import { Database } from '../../src/platform/database/database.ts';
import type { Session, Sessions } from '../../src/platform/database/sessions.ts';
import type { SqlValue } from '../../src/platform/statements/statement.ts';

/** A statement that was run. */
interface Recorded {
  readonly name: string;
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Returns a database that records the statements that it runs, including those in transactions. */
export function recordedDatabase(sessions: Sessions): { readonly database: Database; readonly recorded: Recorded[] } {
  const recorded: Recorded[] = [];
  const over = (session: Session): Session => ({
    run(statement, values, tenant) {
      recorded.push({ name: statement.name, text: statement.text, values });
      return session.run(statement, values, tenant);
    },
  });
  const { isEmbedded } = sessions;
  const database = new Database({
    ...over(sessions),
    isEmbedded,
    transaction: (work, commits) => sessions.transaction((session) => work(over(session)), commits),
    inOneRoundTrip: (work) => sessions.inOneRoundTrip((session) => work(over(session))),
    transactionsInOneRoundTrip: (first, second) =>
      sessions.transactionsInOneRoundTrip(
        (session) => first(over(session)),
        (session) => second(over(session)),
      ),
  });
  return { database, recorded };
}
