import type { Cursors } from '../../cursors/cursor-codec.ts';
import { Output } from '../../json-output.ts';
import type { ColumnList } from '../../statements/column-lists.ts';
import type { PageWindow } from '../../statements/page-window.ts';
import type { ListToWrite, PageWriting } from '../paging/page-reading.ts';
import type { RowProgram, Value } from './row-program.ts';

const LENGTH_BYTES = 4;
/** What a byte of a text takes at most as JSON: `\u0000`. */
const ESCAPED_BYTES_MAX = 6;
/** What a row may take besides, such as quotes and `null` of each value, in bytes. */
const ROW_BYTES = 2_048;
const NULL = Buffer.from('null');

/** A row as it came. */
interface Row {
  readonly bytes: Buffer;
  /** Where its fields begin, and where they end; before that where one is null. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  cursor(): string;
}

type Step = (rows: WrittenRows, row: Row) => void;

/** How the rows of a list are written for each field that shows them; the same for all pages. */
export interface PagePlan {
  readonly list: ColumnList;
  readonly steps: readonly (readonly Step[])[];
}

export function pagePlan(programs: readonly RowProgram[], list: ColumnList): PagePlan {
  return { list, steps: programs.map((program) => stepsOf(program, list.columns)) };
}

function stepsOf(program: RowProgram, columns: readonly string[]): Step[] {
  const steps: Step[] = [];
  let before = '';
  for (const part of program) {
    if (typeof part === 'string') {
      before += part;
    } else {
      steps.push(stepOf(Buffer.from(before), part, columns));
      before = '';
    }
  }
  const rest = Buffer.from(before);
  steps.push(({ out }) => {
    out.raw(rest, 0, rest.length);
  });
  return steps;
}

function stepOf(before: Buffer, value: Value, columns: readonly string[]): Step {
  const { length } = before;
  switch (value.kind) {
    case 'cursor':
      return ({ out }, row) => {
        out.raw(before, 0, length);
        out.text(`"${row.cursor()}"`);
      };
    case 'owner':
      return ({ out, gaps }) => {
        out.raw(before, 0, length);
        gaps.push(out.length);
      };
    case 'column': {
      const { write, isNullable } = value;
      const nth = columns.indexOf(value.column);
      return ({ out }, { bytes, starts, ends }) => {
        const [start, end] = [starts[nth] ?? 0, ends[nth] ?? 0];
        out.raw(before, 0, length);
        if (end >= start) write(out, bytes, start, end);
        else if (isNullable) out.raw(NULL, 0, NULL.length);
        else throw new Error(`The column ${value.column} is null, and its field may not be.`);
      };
    }
  }
}

/** The rows that are written for one field. */
class WrittenRows {
  readonly out = new Output(8 * ROW_BYTES);
  /** Where rows begin; the last one ends where `out` does. */
  readonly starts: number[] = [];
  /** Where the owner belongs, in their order. */
  readonly gaps: number[] = [];
}

/** Writes the rows of a page for all fields that show them, while they come. */
export class PageWriter implements PageWriting, Row {
  readonly list: ColumnList;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  bytes: Buffer = NULL;
  more = false;
  private readonly plan: PagePlan;
  private readonly cursorsOf: ListToWrite['cursorsOf'];
  private readonly keyLength: number;
  private readonly rows: readonly WrittenRows[];
  private count = 0;
  private window: PageWindow | undefined;
  private ownerId: string | undefined;
  private cursors: Cursors | undefined;
  private firstKey: readonly string[] | undefined;
  private lastKey = Buffer.alloc(0);

  constructor(plan: PagePlan, { cursorsOf, lists }: ListToWrite) {
    this.plan = plan;
    this.list = plan.list;
    this.cursorsOf = cursorsOf;
    this.keyLength = lists.keys.length;
    this.rows = plan.steps.map(() => new WrittenRows());
  }

  expect(window: PageWindow, ownerId: string | undefined): void {
    this.window = window;
    this.ownerId = ownerId;
  }

  get keys() {
    const last = this.firstKey && keyIn(this.lastKey, 0, this.keyLength);
    return this.window?.backward === true ? { first: last, last: this.firstKey } : { first: this.firstKey, last };
  }

  take(bytes: Buffer, at: number): void {
    if (this.count === this.window?.size) {
      this.more = true;
      return;
    }
    const end = this.find(bytes, at);
    this.firstKey ??= keyIn(bytes, at, this.keyLength);
    this.keepKey(at);
    this.count += 1;
    for (const [nth, rows] of this.rows.entries()) {
      rows.out.room(ESCAPED_BYTES_MAX * (end - at) + ROW_BYTES);
      rows.starts.push(rows.out.length);
      for (const step of this.plan.steps[nth] ?? []) step(rows, this);
    }
  }

  /** The cursor of the row that is written. */
  cursor(): string {
    const [first = 0] = this.starts;
    this.ownerId ??= textIn(this.bytes, this.starts.at(-1), this.ends.at(-1));
    this.cursors ??= this.cursorsOf(this.ownerId);
    return this.cursors.encode(keyIn(this.bytes, first - LENGTH_BYTES, this.keyLength));
  }

  /** Adds the list of a field, in its order, with the owner as each of its gaps in a row shows it. */
  append(out: Output, nth: number, owner: readonly string[]): void {
    const rows = this.rows[nth];
    if (rows === undefined) return;
    const texts = owner.map((text) => Buffer.from(text));
    const order = rows.starts.map((_, row) => row);
    if (this.window?.backward === true) order.reverse();
    out.text('[');
    for (const [place, row] of order.entries()) {
      if (place > 0) out.text(',');
      appendRow(out, rows, { row, texts });
    }
    out.text(']');
  }

  /** Finds the fields of a row. */
  private find(bytes: Buffer, from: number): number {
    const { starts, ends } = this;
    this.bytes = bytes;
    const count = bytes.readInt16BE(from - 2);
    let at = from;
    for (let nth = 0; nth < count; nth += 1) {
      const length = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      starts[nth] = at;
      ends[nth] = at + length;
      if (length > 0) at += length;
    }
    return at;
  }

  /** Of the last row only the key is needed, and which row it is shows at the end. */
  private keepKey(at: number): void {
    const end = this.ends[this.keyLength - 1] ?? at;
    if (this.lastKey.length < end - at) this.lastKey = Buffer.alloc(2 * (end - at));
    this.bytes.copy(this.lastKey, 0, at, end);
  }
}

function appendRow(
  out: Output,
  { out: written, starts, gaps }: WrittenRows,
  { row, texts }: { row: number; texts: readonly Buffer[] },
): void {
  let at = starts[row] ?? 0;
  for (const [nth, text] of texts.entries()) {
    const gap = gaps[row * texts.length + nth] ?? at;
    out.copy(written.bytes, at, gap);
    out.copy(text, 0, text.length);
    at = gap;
  }
  out.copy(written.bytes, at, starts[row + 1] ?? written.length);
}

function keyIn(bytes: Buffer, from: number, length: number): readonly string[] {
  const key: string[] = [];
  let at = from;
  for (let nth = 0; nth < length; nth += 1) {
    const end = at + LENGTH_BYTES + bytes.readInt32BE(at);
    key.push(bytes.toString('utf8', at + LENGTH_BYTES, end));
    at = end;
  }
  return key;
}

function textIn(bytes: Buffer, start = 0, end = 0): string {
  return bytes.toString('utf8', start, end);
}
