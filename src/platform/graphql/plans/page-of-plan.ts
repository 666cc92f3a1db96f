import type { ListToWrite, PageReading } from '../paging/page-reading.ts';
import { pagePlan, PageWriter, type PagePlan } from './page-writer.ts';
import { rowProgram } from './row-program.ts';
import type { SelectedField, Selections } from './selection.ts';

/** A page whose rows were written, and the object whose list it is. */
export interface WrittenPage {
  readonly writer: PageWriter;
  readonly owner: unknown;
}

/** A connection in a document, with the fields that show its rows. */
export class PageOfPlan {
  private readonly selections: Selections;
  private readonly rows: SelectedField[] = [];
  private shown: ListToWrite['shown'] | undefined;
  private plan: PagePlan | undefined;
  private ownerFields: readonly (readonly SelectedField[])[] = [];

  constructor(selections: Selections) {
    this.selections = selections;
  }

  /** Adds a field that shows its rows. */
  add(selected: SelectedField): number {
    return this.rows.push(selected) - 1;
  }

  /** The fields of the owner in the rows of a field. */
  ownersIn(nth: number): readonly SelectedField[] {
    return this.ownerFields[nth] ?? [];
  }

  /** @param began is told what writes the rows */
  reading(began: (writer: PageWriter) => void): PageReading {
    return {
      begin: (list) => {
        if (this.shown !== list.shown) this.prepare(list);
        const writer = this.plan && new PageWriter(this.plan, list);
        if (writer !== undefined) began(writer);
        return writer;
      },
    };
  }

  /** Once: a place of a document always shows the same list. */
  private prepare({ shown, lists }: ListToWrite): void {
    this.shown = shown;
    const programs = this.rows.map((selected) => rowProgram(this.selections, selected, shown));
    const whole = programs.filter((program) => program !== undefined);
    if (whole.length < programs.length) return;
    const values = whole.map((program) => program.filter((part) => typeof part === 'object'));
    this.ownerFields = values.map((of) => of.flatMap(({ selected }) => selected ?? []));
    const wanted = values.flat().flatMap(({ column }) => (column === '' ? [] : [column]));
    const all = Object.values(shown.columns).map((column) => (typeof column === 'string' ? column : column.of));
    this.plan = pagePlan(whole, lists.listFor(wanted, all));
  }
}
