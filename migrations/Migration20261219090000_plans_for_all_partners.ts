import { Migration } from '@mikro-orm/migrations';

const PARTNER = `nullif(current_setting('gateway.partner', true), '')`;

/**
 * Policies compare partners with a subquery. A connection plans a statement once, for all partners, and the planner
 * estimates a mere function by its value at that moment: if a partner with a few rows was the first, it expected a few
 * rows of any, and read all messages of a large partner to find one. It assumes the average for a subquery, which it
 * also reads once per statement rather than per row. Rows that are written are checked as before.
 */
export class Migration20261219090000_plans_for_all_partners extends Migration {
  override up(): void {
    this.addSql(comparing(PARTNER, `(select ${PARTNER})`));
  }

  override down(): void {
    this.addSql(comparing(`( SELECT ${PARTNER} AS "nullif")`, PARTNER));
  }
}

/** Changes policies that compare the partner of a row from one form to another; that of pockets always had a subquery. */
function comparing(former: string, form: string): string {
  return `do $$
    declare
      own record;
    begin
      for own in
        select polname, polrelid::regclass as table_name from pg_policy
        where polrelid <> 'pocket'::regclass
          and upper(replace(pg_get_expr(polqual, polrelid), '::text', '')) = upper($former$(partner_id = ${former})$former$)
      loop
        execute format('alter policy %I on %s using (partner_id = %s)', own.polname, own.table_name, $form$${form}$form$);
      end loop;
    end $$`;
}
