import type { PageWindow } from '../../statements/page-window.ts';
import type { Cursors } from '../../cursors/cursor-codec.ts';
import { badArgument, cursorExpired, invalidCursor } from '../operations/client-error.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type PageArgs } from './page.args.ts';

/** What to do if neither a page nor a stream can start at a cursor, because its key no longer exists. */
const UNREADABLE = 'find later items by time, and skip those that you already have by id.';

/** The cursors of a list, and whether it is a log: only there is an expired cursor an error of its own. */
export interface ListCursors {
  readonly cursors: Cursors;
  readonly isLog: boolean;
}

/**
 * Checks the arguments of a page.
 * @throws GraphQLError BAD_USER_INPUT for a page size out of bounds or `first` with `last`; otherwise as `readCursor`
 */
export function pageWindow(args: PageArgs, cursors: ListCursors): PageWindow {
  const first = args.first ?? undefined;
  const last = args.last ?? undefined;
  if (first !== undefined && last !== undefined) throw badArgument('last', 'Give first or last, not both.');
  return {
    backward: last !== undefined,
    size: last === undefined ? pageSize('first', first ?? PAGE_SIZE_DEFAULT) : pageSize('last', last),
    after: keyOf('after', args.after, cursors),
    before: keyOf('before', args.before, cursors),
  };
}

function pageSize(argument: string, size: number): number {
  if (size >= 1 && size <= PAGE_SIZE_MAX) return size;
  throw badArgument(argument, `${argument} is ${size}: give a page size from 1 to ${PAGE_SIZE_MAX}.`);
}

function keyOf(
  argument: string,
  cursor: string | null | undefined,
  cursors: ListCursors,
): readonly string[] | undefined {
  return cursor === null || cursor === undefined ? undefined : readCursor(argument, cursor, cursors);
}

/**
 * Returns the values of a cursor that was passed as an argument.
 * @throws GraphQLError INVALID_CURSOR; CURSOR_EXPIRED for a cursor of a log that was valid once
 */
export function readCursor(argument: string, cursor: string, { cursors, isLog }: ListCursors): readonly string[] {
  const values = cursors.decode(cursor);
  if (values === 'expired' && isLog) throw cursorExpired(argument, UNREADABLE);
  if (values === undefined || values === 'expired') throw invalidCursor(argument);
  return values;
}
