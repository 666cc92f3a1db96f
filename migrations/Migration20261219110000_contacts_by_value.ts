import { Migration } from '@mikro-orm/migrations';

/**
 * The key of contacts has the value before the kind. Behind row-level security PostgreSQL searches no index by an enum,
 * whose comparison might reveal a row in its error message: it read all contacts of the partner to find one.
 */
export class Migration20261219110000_contacts_by_value extends Migration {
  override up(): void {
    this.addSql(keyOf('value, kind'));
  }

  override down(): void {
    this.addSql(keyOf('kind, value'));
  }
}

function keyOf(columns: string): string {
  return `alter table customer_contact drop constraint customer_contact_pkey,
    add constraint customer_contact_pkey primary key (partner_id, ${columns})`;
}
