import type { PageWindow } from '../../statements/page-window.ts';
import type { Cursors } from '../../cursors/cursor-codec.ts';
import { badArgument, invalidCursor } from '../errors/client-error.ts';
import type { PageArgs } from './page.args.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../statements/page-window.ts';

/**
 * Checks the arguments of a page. In a list that is shown in reverse, what follows a row is what precedes it in the list.
 * @throws GraphQLError BAD_USER_INPUT for a page size out of bounds or `first` with `last`; otherwise as `readCursor`
 */
export function pageWindow(args: PageArgs, cursors: Cursors, isReversed = false): PageWindow {
  const first = args.first ?? undefined;
  const last = args.last ?? undefined;
  if (first !== undefined && last !== undefined) throw badArgument('last', 'Give first or last, not both.');
  const size = last === undefined ? pageSize('first', first ?? PAGE_SIZE_DEFAULT) : pageSize('last', last);
  const [after, before] = [keyOf('after', args.after, cursors), keyOf('before', args.before, cursors)];
  return isReversed
    ? { backward: last === undefined, size, after: before, before: after, isReversed }
    : { backward: last !== undefined, size, after, before };
}

function pageSize(argument: string, size: number): number {
  if (size >= 1 && size <= PAGE_SIZE_MAX) return size;
  throw badArgument(argument, `${argument} is ${size}: give a page size from 1 to ${PAGE_SIZE_MAX}.`);
}

function keyOf(argument: string, cursor: string | null | undefined, cursors: Cursors): readonly string[] | undefined {
  return cursor === null || cursor === undefined ? undefined : readCursor(argument, cursor, cursors);
}

/** Returns the values of a cursor that was passed as an argument. @throws GraphQLError INVALID_CURSOR */
export function readCursor(argument: string, cursor: string, cursors: Cursors): readonly string[] {
  const values = cursors.decode(cursor);
  if (values === undefined) throw invalidCursor(argument);
  return values;
}
