import { CursorTexts } from '../../cursors/cursor-seal.ts';
import type { Output } from '../../json-output.ts';
import type { ColumnList } from '../../statements/column-lists.ts';
import type { PageWindow } from '../../statements/page-window.ts';
import type { ListToWrite, PageWriting } from '../paging/page-reading.ts';
import { KeptRows } from './kept-rows.ts';
import { ValueKind, type RowProgram, type Value } from './row-program.ts';

const LENGTH_BYTES = 4;
/** What a byte of a text takes at most as JSON: `\u0000`. */
const ESCAPED_BYTES_MAX = 6;
/** What a value may take besides, such as quotes or `false`, in bytes. */
const VALUE_BYTES = 64;
/** A cursor that is longer than this makes room for itself. */
const CURSOR_BYTES = 256;
const NULL = Buffer.from('null');

/** A value, and the text before it. */
type Step = Value & { readonly before: Buffer; readonly nth: number };

/** How the rows of a field are written; the same for all pages. */
interface RowSteps {
  readonly steps: readonly Step[];
  readonly rest: Buffer;
  /** Room for a row besides its values and what its owner shows. */
  readonly bytes: number;
  readonly hasCursors: boolean;
}

/** How the rows of a list are written for each field that shows them. */
export interface PagePlan {
  readonly list: ColumnList;
  readonly fields: readonly RowSteps[];
}

export function pagePlan(programs: readonly RowProgram[], list: ColumnList): PagePlan {
  return { list, fields: programs.map((program) => stepsOf(program, list.columns)) };
}

function stepsOf(program: RowProgram, columns: readonly string[]): RowSteps {
  const steps: Step[] = [];
  let before = '';
  for (const part of program) {
    if (typeof part === 'string') {
      before += part;
    } else {
      steps.push({ ...part, before: Buffer.from(before), nth: columns.indexOf(part.column) });
      before = '';
    }
  }
  const rest = Buffer.from(before);
  const texts = steps.reduce((sum, step) => sum + step.before.length + VALUE_BYTES, rest.length);
  const hasCursors = steps.some(({ kind }) => kind === ValueKind.CURSOR);
  return { steps, rest, hasCursors, bytes: texts + (hasCursors ? CURSOR_BYTES : 0) };
}

/** Keeps the rows of a page while they come, and writes them for all fields that show them. */
export class PageWriter implements PageWriting {
  readonly list: ColumnList;
  more = false;
  private readonly plan: PagePlan;
  private readonly cursorsOf: ListToWrite['cursorsOf'];
  private readonly keyLength: number;
  private readonly rows = KeptRows.take();
  /** Where the fields of the row begin that is written, and where they end; before that where one is null. */
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private window: PageWindow | undefined;
  private ownerId: string | undefined;
  private cursors: readonly string[] | undefined;

  constructor(plan: PagePlan, { cursorsOf, lists }: ListToWrite) {
    this.plan = plan;
    this.list = plan.list;
    this.cursorsOf = cursorsOf;
    this.keyLength = lists.keys.length;
  }

  expect(window: PageWindow, ownerId: string | undefined): void {
    this.window = window;
    this.ownerId = ownerId;
  }

  cursorAt(end: 'first' | 'last'): string | null {
    const { count } = this.rows;
    if (count === 0) return null;
    const row = (end === 'first') === (this.window?.backward === true) ? count - 1 : 0;
    // Who shows the cursors of all rows has made this one too.
    if (this.plan.fields.some(({ hasCursors }) => hasCursors)) return this.cursorsOfRows()[row] ?? null;
    return this.cursorsOf(this.ownerOfRows()).encode(this.keyOf(row));
  }

  take(bytes: Buffer, at: number, end: number): void {
    if (this.rows.count === this.window?.size) this.more = true;
    else this.rows.keep(bytes, at, end);
  }

  /** Adds the list of a field, in its order, with the owner as each of its places in a row shows it. */
  append(out: Output, nth: number, owner: readonly string[]): void {
    const field = this.plan.fields[nth];
    if (field === undefined) return;
    const owners = owner.map((text) => Buffer.from(text));
    const ownerBytes = owners.reduce((sum, text) => sum + text.length, 0);
    const { count, starts } = this.rows;
    const cursors = field.hasCursors ? this.cursorsOfRows() : [];
    out.text('[');
    for (let place = 0; place < count; place += 1) {
      const row = this.window?.backward === true ? count - 1 - place : place;
      const bytes = (starts[row + 1] ?? this.rows.end) - (starts[row] ?? 0);
      out.room(ESCAPED_BYTES_MAX * bytes + field.bytes + ownerBytes);
      if (place > 0) out.byte(COMMA);
      this.find(row);
      this.write(out, field, { owners, cursor: cursors[row] ?? '' });
    }
    out.text(']');
  }

  /** Nothing of it is read any more. */
  done(): void {
    this.rows.give();
  }

  private write(
    out: Output,
    { steps, rest }: RowSteps,
    { owners, cursor }: { readonly owners: readonly Buffer[]; readonly cursor: string },
  ): void {
    const { starts, ends, rows } = this;
    let owner = 0;
    for (const step of steps) {
      out.raw(step.before, 0, step.before.length);
      if (step.kind === ValueKind.CURSOR) {
        out.text(`"${cursor}"`);
      } else if (step.kind === ValueKind.OWNER) {
        const text = owners[owner++] ?? NULL;
        out.raw(text, 0, text.length);
      } else {
        const [start, end] = [starts[step.nth] ?? 0, ends[step.nth] ?? 0];
        if (end < start) out.raw(NULL, 0, mayBeNull(step));
        else if (step.kind === ValueKind.STRING) out.string(rows.bytes, start, end);
        else if (step.kind === ValueKind.NUMBER) out.raw(rows.bytes, start, end);
        else if (step.kind === ValueKind.INSTANT) out.instant(rows.bytes, start, end);
        else out.text(step.write(rows.bytes.toString('utf8', start, end)));
      }
    }
    out.raw(rest, 0, rest.length);
  }

  private cursorsOfRows(): readonly string[] {
    if (this.cursors !== undefined) return this.cursors;
    const { count } = this.rows;
    const texts = new CursorTexts(count);
    for (let row = 0; row < count; row += 1) {
      this.find(row);
      texts.addFields(this.rows.bytes, { starts: this.starts, ends: this.ends, count: this.keyLength });
    }
    this.cursors = this.cursorsOf(this.ownerOfRows()).encodeAll(texts);
    return this.cursors;
  }

  /** Where the owner was not known beforehand each row ends with it. */
  private ownerOfRows(): string {
    if (this.ownerId === undefined) {
      this.find(0);
      this.ownerId = this.rows.bytes.toString('utf8', this.starts.at(-1), this.ends.at(-1));
    }
    return this.ownerId;
  }

  private keyOf(row: number): readonly string[] {
    this.find(row);
    const { bytes } = this.rows;
    return Array.from({ length: this.keyLength }, (_, nth) => bytes.toString('utf8', this.starts[nth], this.ends[nth]));
  }

  /** Finds the fields of a row. */
  private find(row: number): void {
    const { starts, ends, rows } = this;
    const { bytes } = rows;
    const rowEnd = rows.starts[row + 1] ?? rows.end;
    let at = rows.starts[row] ?? 0;
    for (let nth = 0; at < rowEnd; nth += 1) {
      const length = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      starts[nth] = at;
      ends[nth] = at + length;
      if (length > 0) at += length;
    }
  }
}

const COMMA = 0x2c;

/** @returns how much of NULL is written @throws Error where that is not possible */
function mayBeNull({ isNullable, column }: Step): number {
  if (isNullable) return NULL.length;
  throw new Error(`The column ${column} is null, and its field may not be.`);
}
