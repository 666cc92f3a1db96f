import { GraphQLError } from 'graphql';
import type { PageReading, ReadEarly } from '../paging/page-reading.ts';
import type { Arguments, Begin, Finding, Resolve, Run, Show } from './completing.ts';
import { then } from './json-pieces.ts';
import type { PageOfPlan } from './page-of-plan.ts';

const ignore = () => undefined;

/** A connection: its resolver is told that its rows can be written. */
export function showPage(page: PageOfPlan, resolve: Resolve, show: Show): Show {
  return (owner, run) => {
    const context = { ...run.context, pageReading: readingOf(page, run, owner) };
    return then(run.early.get(page) ?? resolve(owner, run, context), (found) => show(found, run));
  };
}

function readingOf(page: PageOfPlan, { written }: Run, owner: unknown): PageReading {
  return page.reading((writer) => {
    written.set(page, { writer, owner });
  });
}

export function beginning(page: PageOfPlan, readEarly: ReadEarly, args: Arguments): Begin {
  return (run, context, owner) => {
    const pageReading = readingOf(page, run, owner.value);
    const asked = unlessRefused(() =>
      readEarly({ context: { ...context, pageReading }, ownerArgs: owner.args, owner: owner.value, args: args(run) }),
    );
    if (asked === undefined) return;
    asked.catch(ignore);
    run.early.set(page, asked);
  };
}

/** What is wrong with the arguments is said at its place, by the field itself, and only where there is an object. */
function unlessRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/** An object by arguments, and connections below it: all leave for the database in one write. */
export function showWithEarly(begins: readonly Begin[], ordinary: Show, { resolve, args, show }: Finding): Show {
  return (source, run) => {
    if (!run.readsEarly) return ordinary(source, run);
    const context = { ...run.context, database: run.context.database.together() };
    const value = Promise.resolve(resolve(source, run, context));
    value.catch(ignore);
    for (const begin of begins) begin(run, context, { args: args(run), value });
    return value.then((found) => show(found, run));
  };
}

export function isReadEarly(value: unknown): value is ReadEarly {
  return typeof value === 'function';
}
