import { Migration } from '@mikro-orm/migrations';

const TENANT = 'gateway_tenant';
const TABLES = ['event', 'webhook_message'];

/**
 * Views of the tables that partners filter by enums. Behind a policy PostgreSQL searches no index by a comparison that it
 * does not know to be leakproof, as those of enums: it read all messages of a partner to find a rare event. A view may
 * filter first. To the role of partners it shows only rows of the current partner; other roles need the right to read it.
 * With `or` in place of `coalesce` it is planned a fifth slower: the planner then looks for indexes for both sides. With
 * `coalesce` alone PostgreSQL 17 takes the condition to hold for half of the rows, and reads far more than a page; it takes
 * `is not null` to hold for nearly all.
 */
export class Migration20261219120000_views_of_partners extends Migration {
  override up(): void {
    for (const table of TABLES) {
      this.addSql(`create view ${table}_of_partner as select * from ${table}
        where nullif(coalesce(partner_id = (
          select case current_user when '${TENANT}' then coalesce(current_setting('gateway.partner', true), '') end
        ), true), false) is not null`);
      this.addSql(`grant select on ${table}_of_partner to ${TENANT}`);
    }
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`drop view ${table}_of_partner`);
  }
}
