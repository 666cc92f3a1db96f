import { Migration } from '@mikro-orm/migrations';

const ROLE = 'gateway_tenant';

/**
 * Null while no partner is set: after it was set in a session, it reads as an empty text. If a statement itself names
 * its partner, the planner compares the two once and does not check each row.
 */
const PARTNER = `nullif(current_setting('gateway.partner', true), '')`;

/** What requests do with tables whose rows name their partner; their role has no other rights. */
const GRANTS_ON_PARTNERS: Readonly<Record<string, string>> = {
  account_program: 'select',
  audit_entry: '',
  cash_in: 'select, insert',
  customer: 'select, insert, update',
  customer_contact: 'select, insert, update',
  customer_registration: 'select, insert',
  document_analysis: 'select, insert',
  event: 'select',
  holder: 'select, insert',
  idempotency_key: 'select, insert, update',
  lookup_budget: '',
  message_change: 'select, insert',
  message_tally: 'select, insert, update',
  outbox: 'insert',
  payment_account: 'select, insert, update',
  pix_entry: 'select, insert',
  socket_count: '',
  totp_challenge: 'select, insert, update, delete',
  transactional_hash: 'select, insert, update, delete',
  webhook_configuration: 'select, insert, update, delete',
  webhook_delivery: 'select, insert, update',
  webhook_message: 'select, update',
  webhook_reprocessing: 'select, insert',
};

interface Wall {
  readonly grants: string;
  readonly belongs: string;
}

/** Tables with another policy: most of them belong to a partner through a parent row. */
const OTHERS: Readonly<Record<string, Wall>> = {
  call_tally: {
    grants: 'select',
    belongs: 'configuration_id in (select configuration.id from webhook_configuration as configuration)',
  },
  customer_record: {
    grants: 'select, insert',
    belongs: `(select registration.partner_id from customer_registration as registration
      where registration.id = customer_record.registration_id) = ${PARTNER}`,
  },
  partner: { grants: '', belongs: `id = ${PARTNER}` },
  // Pages of pockets are read by account: a subquery reads the setting once, and not for each row.
  pocket: { grants: 'select, insert', belongs: `partner_id = (select ${PARTNER})` },
  webhook_attempt: {
    grants: 'select',
    // A comparison instead of "in", which might read all messages of the partner.
    belongs: `(select message.partner_id from webhook_message as message
      where message.id = webhook_attempt.message_id) = ${PARTNER}`,
  },
  webhook_breaker: {
    grants: 'select, insert, update',
    belongs: 'configuration_id in (select configuration.id from webhook_configuration as configuration)',
  },
};

/** Tables that belong to no partner: banks, and the heads of the logs. */
const GRANTS_ON_SHARED: Readonly<Record<string, string>> = {
  bank: 'select',
  event_head: 'select',
  message_change_head: 'select, update',
};

/**
 * The second line of defence between partners: requests run as a role that sees and writes only rows of their partner.
 * The owner of the tables, which migrates and works for all partners, is exempt.
 */
export class Migration20261121180000_row_level_security extends Migration {
  override up(): void {
    this.addSql(MAKE_ROLE);
    for (const [table, grants] of Object.entries(GRANTS_ON_SHARED)) this.grant(table, grants);
    for (const [table, grants] of Object.entries(GRANTS_ON_PARTNERS))
      this.wall(table, { grants, belongs: `partner_id = ${PARTNER}` });
    for (const [table, wall] of Object.entries(OTHERS)) this.wall(table, wall);
    this.addSql(`grant usage on sequence outbox_id_seq to ${ROLE}`);
    // Keys are unique across institutions and partners: registering one reveals its owner, and no other.
    this.addSql(`create function find_key_owner(wanted_type text, wanted_value text)
      returns table (ispb text, document text, account_id uuid)
      language sql stable security definer rows 1
      begin atomic
        select pix_entry.ispb, pix_entry.owner_document, pix_entry.account_id from pix_entry
        where pix_entry.key_type = wanted_type and pix_entry.key_value = wanted_value;
      end`);
    this.addSql('revoke execute on function find_key_owner(text, text) from public');
    this.addSql(`grant execute on function find_key_owner(text, text) to ${ROLE}`);
  }

  /** Keeps the role: other databases of the cluster may use it. */
  override down(): void {
    this.addSql('drop function find_key_owner(text, text)');
    this.addSql(`revoke all on sequence outbox_id_seq from ${ROLE}`);
    for (const table of [...Object.keys(GRANTS_ON_PARTNERS), ...Object.keys(OTHERS)]) {
      this.addSql(`drop policy ${table}_of_partner on ${table}`);
      this.addSql(`alter table ${table} disable row level security`);
    }
    for (const table of [GRANTS_ON_PARTNERS, OTHERS, GRANTS_ON_SHARED].flatMap((tables) => Object.keys(tables)))
      this.addSql(`revoke all on ${table} from ${ROLE}`);
  }

  private wall(table: string, { grants, belongs }: Wall): void {
    this.addSql(`alter table ${table} enable row level security`);
    this.addSql(`create policy ${table}_of_partner on ${table} to ${ROLE} using (${belongs}) with check (${belongs})`);
    this.grant(table, grants);
  }

  private grant(table: string, grants: string): void {
    if (grants !== '') this.addSql(`grant ${grants} on ${table} to ${ROLE}`);
  }
}

/**
 * Creates the role, which all databases of a cluster share, unless it exists. Migrations of other databases may do so
 * at the same time.
 */
const MAKE_ROLE = `do $$
declare
  former text := current_setting('role');
  missing text := 'The role ${ROLE} is missing, and this login may not make it. As a superuser: create role ${ROLE} nologin; grant ${ROLE} to ' || quote_ident(current_user);
  foreign_role text := 'This login may not act as the role ${ROLE}. As a superuser: grant ${ROLE} to ' || quote_ident(current_user);
begin
  if not exists (select from pg_roles where rolname = '${ROLE}') then
    begin
      create role ${ROLE} nologin;
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then raise insufficient_privilege using message = missing;
    end;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      grant ${ROLE} to current_user;
    exception when insufficient_privilege or unique_violation then null;
    end;
  end if;
  begin
    perform set_config('role', '${ROLE}', true);
  exception when insufficient_privilege then raise insufficient_privilege using message = foreign_role;
  end;
  perform set_config('role', former, true);
  execute format('grant usage on schema %I to ${ROLE}', current_schema());
end $$`;
