import type { Sql } from '../../platform/database/database.ts';
import { compiled } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';
import { Partner } from './partner.entity.ts';

/** Few rows of a small table: every process asks for them each second. */
const LIST_SUSPENDED_PARTNERS = compiled('list_suspended_partners', { entities: [Partner], parameters: {} }, (tables) =>
  tables.selectFrom('Partner').select('id').where('suspendedAt', 'is not', null),
);

/** As text: the instant is the database's, and one that stands already stays. */
const SUSPEND_PARTNER = statement<{ readonly id: string }>(
  'suspend_partner',
  `update partner set suspended_at = case when $2::boolean then coalesce(suspended_at, now()) end
   where id = $1 returning id`,
);

/** Partners whose tokens are refused, as of the last look: no request asks the database for it. */
export class SuspendedPartners {
  private ids: ReadonlySet<string> = new Set();
  private readonly sql: Sql | undefined;

  /** @param sql undefined where no other process can suspend anybody meanwhile: the embedded database has but one */
  constructor(sql: Sql | undefined) {
    this.sql = sql;
  }

  has(partnerId: string): boolean {
    return this.ids.has(partnerId);
  }

  async look(): Promise<void> {
    if (this.sql === undefined) return;
    const suspended = await this.sql.run(LIST_SUSPENDED_PARTNERS, {});
    this.ids = new Set(suspended.map(({ id }) => id));
  }
}

/** Suspends a partner, or lets it in again; false where there is no such partner. */
export async function setSuspended(sql: Sql, partnerId: string, isSuspended: boolean): Promise<boolean> {
  return (await sql.run(SUSPEND_PARTNER, [partnerId, isSuspended])).length > 0;
}
