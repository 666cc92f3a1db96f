import { isFields } from '../../kernel/fields.ts';
import type { Output } from './json-output.ts';
import type { ReceivedPages } from './received-page.ts';
import type { WrittenPage, RowsField } from './operation-without-rows.ts';

/** Marks where rows are written, followed by the number of the place. A filter that a partner stored can contain it. */
const MARK = '\u0000';
const MARKS = /"\\u0000(\d+)"/;

/**
 * Writes the result of an operation without rows, with the rows of its pages.
 * @throws Error if other text looks like a mark, or a page was shown where its rows are not written
 */
export function writeAnswer(out: Output, data: object, written: readonly WrittenPage[], pages: ReceivedPages): void {
  const places: (() => void)[] = [];
  for (const { list, path, rows } of written) {
    const page = pages.get(list);
    const [owner, connection] = objectsAt(data, path);
    if (page?.isShown === true && !isFields(connection)) throw new Error('The page was shown at another place.');
    for (const { key, writer, owners } of rows) {
      const texts = owners.map((shown) => takenFrom(owner, shown));
      if (page === undefined || !isFields(connection)) continue;
      Reflect.set(connection, key, `${MARK}${places.length}`);
      places.push(() => {
        writer.append(out, page, texts);
      });
    }
  }
  const parts = JSON.stringify(data).split(MARKS);
  if (parts.length !== 2 * places.length + 1) throw new Error('Text of the result looks like a mark.');
  for (const [nth, text] of parts.entries())
    if (nth % 2 === 0) out.text(text);
    else places[Number(text)]?.();
  for (const page of pages.values()) page.done();
}

/** Returns the parent of the object at a path, and that object. */
function objectsAt(data: object, path: readonly string[]): readonly [unknown, unknown] {
  let [owner, at]: [unknown, unknown] = [undefined, data];
  for (const key of path) [owner, at] = [at, isFields(at) ? at[key] : undefined];
  return [owner, at];
}

/** Removes what only rows show of the owner, and returns it as JSON. */
function takenFrom(owner: unknown, shown: RowsField['owners'][0]): Buffer {
  if (!isFields(owner)) return Buffer.alloc(0);
  const parts = shown.map(({ key, hidden }) => `"${key}":${JSON.stringify(owner[hidden])}`);
  // JSON omits an undefined value; deleting the property would cost more.
  for (const { hidden } of shown) Reflect.set(owner, hidden, undefined);
  return Buffer.from(`{${parts.join(',')}}`);
}
