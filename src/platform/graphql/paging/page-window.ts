import type { PageWindow } from '../../statements/keyset.ts';
import { badArgument, invalidCursor } from '../operations/client-error.ts';
import type { Cursors } from './cursor-codec.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type PageArgs } from './page.args.ts';

/**
 * The checked window of a page.
 * @throws GraphQLError BAD_USER_INPUT for a page size out of bounds or `first` with `last`; INVALID_CURSOR
 */
export function pageWindow(args: PageArgs, cursors: Cursors): PageWindow {
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

function keyOf(argument: string, cursor: string | null | undefined, cursors: Cursors): readonly string[] | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const key = cursors.decode(cursor);
  if (key === undefined) throw invalidCursor(argument);
  return key;
}
