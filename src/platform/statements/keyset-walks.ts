import { instantOf } from './instant.ts';
import { filterOf } from './keyset-filter.ts';
import { OWNER, type KeysetOptions } from './keyset-options.ts';
import { boundsOf, firstRows } from './keyset-texts.ts';
import type { ListStatement, ListStatements } from './list-statements.ts';
import type { PageWindow } from './page-window.ts';
import type { Sql, SqlValue } from './statement.ts';

/** Maximum number of keys that a page under a combination of filters walks. */
const WALKED_MAX = 10_000;

interface Read {
  readonly window: PageWindow;
  readonly filters: readonly SqlValue[];
}

/** Finds pages under combinations of filters for which no index is right. */
export class KeysetWalks {
  private readonly reachStatements = new Map<string, ListStatement<{ key: readonly string[] }>>();
  private readonly options: KeysetOptions<unknown>;
  private readonly statements: ListStatements;

  constructor(options: KeysetOptions<unknown>, statements: ListStatements) {
    this.options = options;
    this.statements = statements;
  }

  /**
   * Returns the window in which a page under a combination of filters is found: by the filter whose first `WALKED_MAX`
   * keys reach farthest. The same window if there is no such combination.
   */
  async walked(sql: Sql, owner: string, { window, filters }: Read): Promise<PageWindow> {
    const { walks, boundingFilters = 0 } = this.options;
    if (walks?.areNeeded(filters) !== true) return window;
    const candidates = walks.by.filter((index) => (filters[index] ?? null) !== null);
    const reached = await Promise.all(
      candidates.map(async (by) => {
        const only = filters.map((value, index) => (index < boundingFilters || index === by ? value : null));
        const [last, next] = await this.keysAtReach(sql, owner, { window, filters: only, by });
        return { walk: { by, reach: next && last }, next };
      }),
    );
    const farthest = reached.find(({ next }) => next === undefined) ?? this.farthest(reached, window.backward);
    if (farthest === undefined) return window;
    const { walk, next } = farthest;
    return { ...window, walk, ...(next && { [window.backward ? 'after' : 'before']: next }) };
  }

  /** Reads the last key that a walk may reach, and the next one, if there are. */
  private async keysAtReach(
    sql: Sql,
    owner: string,
    { window, filters, by }: Read & { readonly by: number },
  ): Promise<(readonly string[])[]> {
    const { key, descending } = this.options;
    const filter = filterOf(this.options, filters, 3, by);
    const { bounds, keys } = boundsOf(this.options, window, filter, filters);
    const kind = ['reach', window.backward ? 'last' : 'first', ...bounds];
    const statement = this.statements.remember(this.reachStatements, kind, filter, () => {
      const direction = window.backward === descending ? 'asc' : 'desc';
      const of = `$1::${this.options.owner.type}`;
      const shown = key.map(({ output }) => `walked."${output}"`);
      return `
        select array[${shown.map((one) => `${one}::text`).join(', ')}] as "key"
        from (${firstRows(this.options, { bounds, filter, direction, of, size: '$2', keysOnly: true })}) as walked
        order by ${shown.map((one) => `${one} ${direction}`).join(', ')}
        offset ${WALKED_MAX - 1}`.replaceAll(OWNER, of);
    });
    const found = await sql.run(statement, [owner, WALKED_MAX + 1, ...filter.values, ...keys]);
    return found.map((row) => row.key);
  }

  private farthest<Reached extends { readonly next: readonly string[] | undefined }>(
    reached: readonly Reached[],
    backward: boolean,
  ): Reached | undefined {
    const isUp = backward === this.options.descending;
    const isByTime = this.options.key[0]?.type === 'timestamptz';
    const placeOf = ({ next }: Reached) => (isByTime ? instantOf(next?.[0] ?? '').getTime() : (next?.[0] ?? ''));
    return reached.toSorted((one, other) => {
      const order = placeOf(one) < placeOf(other) ? -1 : 1;
      return isUp ? -order : order;
    })[0];
  }
}
