import { TableMigration } from './table-migration.ts';

/** Columns of tables that lists are filtered by; in views, as behind row-level security no index is searched by an enum. */
const VIEWS = {
  pocket: 'id, partner_id, account_id, status, use_case, user_document_value, created_at',
  payment_account: 'id, partner_id, holder_id, number, status, type',
  customer: 'id, partner_id, document_number, registration_id, status, created_at',
  customer_registration: 'id, partner_id, document_number, status, received_at',
  pix_entry: 'id, partner_id, account_id, owner_document, key_type, created_at',
  cash_in: 'id, partner_id, account_id, rail, end_to_end_id, created_at',
};

/** Indexes in the order of lists, by table. */
const INDEXES = {
  pocket: ['partner_id, created_at, id', 'partner_id, status, created_at, id', 'partner_id, use_case, created_at, id'],
  payment_account: ['partner_id, status, number', 'partner_id, type, number', 'holder_id, number'],
  customer: ['partner_id, created_at, id', 'partner_id, status, created_at, id', 'partner_id, registration_id'],
  customer_record: ['partner_id, email', 'partner_id, phone_e164'],
  customer_registration: ['partner_id, received_at, id', 'partner_id, status, received_at, id'],
  pix_entry: ['partner_id, created_at, id', 'partner_id, key_type, created_at, id'],
  cash_in: ['partner_id, created_at, id', 'partner_id, rail, created_at, id', 'account_id, created_at, id'],
};

/** Those whose names would be too long, or are. */
const NAMED = {
  pocket_user_index: 'pocket (partner_id, user_document_value, created_at, id)',
  pix_entry_owner_index: 'pix_entry (partner_id, owner_document, created_at, id)',
  customer_registration_person_index: 'customer_registration (partner_id, document_number, received_at, id)',
};

const REPLACED = 'customer_registration_partner_id_document_number_index';

/** Lists of an account, by its partner too: the planner finds one row by its own index rather than by that of a list. */
const WIDENED = ['pocket', 'pix_entry'];

/** Lists can be filtered, each member by an index of its own. */
export class Migration20261129132000_filtered_lists extends TableMigration {
  override up(): void {
    for (const [table, columns] of Object.entries(VIEWS)) {
      this.addSql(`create view ${table}_of_partner as select ${columns} from ${table}
        where partner_id is not null and nullif(coalesce(partner_id = (
          select case current_user when 'gateway_tenant' then coalesce(current_setting('gateway.partner', true), '') end
        ), true), false) is not null`);
      this.grant('select', `${table}_of_partner`);
    }
    for (const { name, on } of indexes()) this.addSql(`create index ${name} on ${on}`);
    this.addSql(`drop index ${REPLACED}`);
    for (const table of WIDENED) {
      this.addSql(`drop index ${table}_account_id_created_at_id_index`);
      this.addSql(`create index ${table}_account_id_created_at_id_partner_id_index
        on ${table} (account_id, created_at, id, partner_id)`);
    }
  }

  override down(): void {
    for (const table of WIDENED) {
      this.addSql(`drop index ${table}_account_id_created_at_id_partner_id_index`);
      this.addSql(`create index ${table}_account_id_created_at_id_index on ${table} (account_id, created_at, id)`);
    }
    this.addSql(`create index ${REPLACED} on customer_registration (partner_id, document_number)`);
    for (const { name } of indexes()) this.addSql(`drop index ${name}`);
    for (const table of Object.keys(VIEWS)) this.addSql(`drop view ${table}_of_partner`);
  }
}

function indexes(): readonly { readonly name: string; readonly on: string }[] {
  const unnamed = Object.entries(INDEXES).flatMap(([table, lists]) =>
    lists.map((columns) => ({
      name: `${table}_${columns.replaceAll(', ', '_')}_index`,
      on: `${table} (${columns})`,
    })),
  );
  return [...unnamed, ...Object.entries(NAMED).map(([name, on]) => ({ name, on }))];
}
