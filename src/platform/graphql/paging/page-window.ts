import type { PageWindow } from '../../statements/page-window.ts';
import type { Cursors } from '../../cursors/cursor-codec.ts';
import { badArgument, cursorExpired, invalidCursor } from '../operations/client-error.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type PageArgs } from './page.args.ts';

/** The cursors of a list, and whether it is a log: there a cursor may be kept for long, and is told that it was too long. */
export interface ListCursors {
  readonly cursors: Cursors;
  readonly isLog: boolean;
}

/**
 * The checked window of a page.
 * @throws GraphQLError BAD_USER_INPUT for a page size out of bounds or `first` with `last`; as `readCursor` does
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
 * The values of a cursor that was given as an argument.
 * @throws GraphQLError INVALID_CURSOR; of a log CURSOR_EXPIRED for one that was good once
 */
export function readCursor(argument: string, cursor: string, { cursors, isLog }: ListCursors): readonly string[] {
  const values = cursors.decode(cursor);
  if (values === 'expired' && isLog) throw cursorExpired(argument);
  if (values === undefined || values === 'expired') throw invalidCursor(argument);
  return values;
}
