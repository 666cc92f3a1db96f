import { TableMigration } from './table-migration.ts';

/** What a provider reports about a person. */
const RECORD = [
  ...['register_name', 'social_name', 'birth_date', 'phone_country_code', 'phone_number', 'phone_e164', 'email'],
  ...['zip_code', 'address_line', 'building_number', 'complement', 'neighborhood', 'city', 'state', 'country'],
  ...['income_value', 'income_currency', 'occupation', 'pep_level', 'mother_name'],
].join(', ');

/** Rights that requests need in front of a provider, besides those that they have anyway. */
const REPORTED: readonly (readonly [rights: string, table: string])[] = [
  ['update (label, user_name, user_document_value, user_document_type, user_birth_date, metadata)', 'pocket'],
  [`update (${RECORD})`, 'customer_record'],
];

/** Columns of a key that are kept when it no longer exists. */
const KEPT = 'id, key_type, key_value, partner_id, account_id, created_at';

/** What a gateway in front of a provider stores: baseline of 0.1.0. */
export class Migration20261129000400_provider extends TableMigration {
  override up(): void {
    this.addSql(`create table provider_partner (
      partner_id text primary key constraint provider_partner_partner_id_foreign references partner,
      client_id text not null,
      client_secret text not null,
      scope text,
      certificate text,
      private_key text,
      public_key text constraint provider_partner_public_key_unique unique,
      signing_secret text,
      pocket_limit int,
      updated_at timestamptz(3) not null,
      constraint provider_partner_identity_is_whole check ((certificate is null) = (private_key is null)),
      constraint provider_partner_pocket_limit_is_positive check (pocket_limit > 0),
      constraint provider_partner_signing_is_whole check ((public_key is null) = (signing_secret is null))
    )`);
    this.ofPartners('provider_partner');
    this.addSql(`create table provider_gate (
      scope text primary key,
      limited_at timestamptz(3),
      rests_until timestamptz(3),
      state breaker_state not null default 'CLOSED',
      since timestamptz(3) not null default now(),
      faults_in_row int not null default 0,
      window_began_at timestamptz(3),
      window_calls int not null default 0,
      window_faults int not null default 0,
      opened_at timestamptz(3),
      rest_seconds int not null default 0,
      next_probe_at timestamptz(3),
      last_failure text
    )`);
    this.addSql(`insert into provider_gate (scope) values ('')`);
    this.addSql(`create unlogged table provider_budget (
      id int primary key,
      slot bigint not null,
      taken int not null,
      granted int not null
    ) with (fillfactor = 50)`);
    this.addSql(`create type intent_state as enum ('RUNNING', 'SUCCEEDED', 'REFUSED', 'NOT_EXECUTED', 'UNKNOWN')`);
    this.addSql(`create table provider_intent (
      id uuid primary key,
      partner_id text not null,
      client text,
      correlation_id uuid not null,
      mutation text not null,
      key uuid not null,
      is_clients_key boolean not null,
      fingerprint text not null,
      turn text,
      state intent_state not null,
      request text,
      result_id uuid,
      refusal text,
      lease uuid,
      due_at timestamptz(3),
      tries int not null default 0,
      created_at timestamptz(3) not null,
      last_sent_at timestamptz(3),
      settled_at timestamptz(3),
      machine_at timestamptz(3) not null,
      constraint provider_intent_is_settled_once check ((state in ('RUNNING', 'UNKNOWN')) = (settled_at is null)),
      constraint provider_intent_keeps_request_while_open
        check ((state in ('RUNNING', 'UNKNOWN')) = (request is not null))
    )`);
    this.addSql(`create index provider_intent_due_index
      on provider_intent (partner_id, due_at) where due_at is not null`);
    this.addSql(`create unique index provider_intent_input_unique
      on provider_intent (partner_id, mutation, fingerprint)
      where state in ('RUNNING', 'UNKNOWN') and not is_clients_key`);
    this.addSql('create index provider_intent_key_index on provider_intent (partner_id, mutation, key, created_at)');
    this.addSql(`create unique index provider_intent_key_unique
      on provider_intent (partner_id, mutation, key) where state in ('RUNNING', 'UNKNOWN')`);
    this.addSql(`create index provider_intent_settled_index
      on provider_intent (settled_at) where settled_at is not null`);
    this.addSql(`create unique index provider_intent_turn_unique
      on provider_intent (partner_id, turn) where state in ('RUNNING', 'UNKNOWN') and turn is not null`);
    this.ofPartners('provider_intent', 'select, insert, update, delete');
    this.addSql(`create table provider_event (
      id uuid primary key,
      partner_id text not null,
      idempotency_key uuid not null,
      name text not null,
      entity_id text not null,
      round text,
      received_at timestamptz(3) not null,
      body text,
      due_at timestamptz(3),
      tries int not null default 0,
      constraint provider_event_key_unique unique (partner_id, idempotency_key),
      constraint provider_event_round_unique unique (partner_id, name, entity_id, round),
      constraint provider_event_has_a_round_or_waits check ((body is null) = (round is not null)),
      constraint provider_event_waits_with_its_body check (body is not null or due_at is null)
    )`);
    this.addSql(`create index provider_event_due_index
      on provider_event (partner_id, due_at) where due_at is not null`);
    this.addSql(`create index provider_event_parked_index
      on provider_event (partner_id, entity_id, id) where body is not null`);
    this.addSql('create index provider_event_received_index on provider_event (received_at)');
    this.ofPartners('provider_event', 'select, insert, update, delete');
    this.addSql(`create table provider_reading (
      subject_id uuid not null,
      part text not null,
      partner_id text not null,
      told_at timestamptz(3) not null,
      primary key (subject_id, part)
    )`);
    this.ofPartners('provider_reading', 'select, insert, update');
    this.grantReported();
    this.importAccounts();
    this.excludeKeys();
  }

  override down(): void {
    this.addSql('drop function exclude_pix_keys, release_pix_key, import_provider_account');
    for (const [rights, table] of REPORTED) this.addSql(`revoke ${rights} on ${table} from gateway_tenant`);
    this.addSql(`drop table provider_reading, provider_event, provider_intent, provider_budget, provider_gate,
      provider_partner`);
    this.addSql('drop type intent_state');
  }

  /** What answers and events of a provider may change on behalf of a partner. */
  private grantReported(): void {
    for (const [rights, table] of REPORTED) this.grant(rights, table);
  }

  /**
   * Imports an account that a provider keeps, at each import again as it is there, with its bank, its holder and a
   * program, unless they exist. The function is the owner's: requests cannot open accounts otherwise, and import only
   * those of their own partner. Two imports of one account wait for each other and agree.
   *
   * If the provider reports no holder, the known one is kept. If it reports only the holder's document, the name is that
   * of the customer if the partner has registered one, and empty otherwise. As a holder has an account, its registration
   * counts as approved unless its status is known. The limit of pockets is what the operator has set for the partner,
   * else 0: the provider does not report it, and applies its own.
   *
   * Only one `excluded` is in its body: from two PostgreSQL dumps a text that it rejects.
   */
  private importAccounts(): void {
    this.ownersFunction(
      'import_provider_account(owner_id text, ids uuid[], told jsonb)',
      'void language sql',
      `with allowed as (
          select where owner_id = nullif(current_setting('gateway.partner', true), '')
            or has_table_privilege(session_user, 'payment_account', 'insert')
        ), keeper as (
          insert into bank (ispb, code, name)
          select told -> 'bank' ->> 'ispb', told -> 'bank' ->> 'code', told -> 'bank' ->> 'name' from allowed
          on conflict (ispb) do update set code = told -> 'bank' ->> 'code', name = told -> 'bank' ->> 'name'
          returning ispb
        ), new_program as (
          insert into account_program (id, partner_id, name, pockets_configured)
          select ids[1], owner_id, 'Provider', true from allowed
          where not exists (select from account_program where partner_id = owner_id) returning id
        ), registered as (
          select customer.status, record.register_name as name
          from customer left join customer_record as record on record.registration_id = customer.registration_id
          where customer.partner_id = owner_id and customer.document_number = told -> 'holder' -> 'document' ->> 'value'
        ), new_holder as (
          insert into holder as known (
            id, partner_id, document_value, document_type, type, name, status, registration_status, created_at
          )
          select ids[2], owner_id, holder -> 'document' ->> 'value', (holder -> 'document' ->> 'type')::document_type,
            (holder ->> 'type')::holder_type, coalesce(holder ->> 'name', (select name from registered), ''),
            coalesce(holder ->> 'status', 'ACTIVE')::holder_status,
            coalesce((select status from registered), 'APPROVED'),
            coalesce(holder ->> 'createdAt', told ->> 'createdAt')::timestamptz
          from allowed cross join (select told -> 'holder') as of_account (holder)
          where jsonb_typeof(holder) = 'object'
          on conflict (partner_id, document_value) do update set
            name = coalesce(told -> 'holder' ->> 'name', known.name),
            status = coalesce((told -> 'holder' ->> 'status')::holder_status, known.status),
            created_at = coalesce((told -> 'holder' ->> 'createdAt')::timestamptz, known.created_at)
          returning id
        ), whose (id) as (
          select id from new_holder
          union all
          select holder_id from payment_account
          where partner_id = owner_id and number = told ->> 'number' and not exists (select from new_holder)
        )
        insert into payment_account (
          id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status, reason, pocket_limit, created_at
        )
        select ids[3], owner_id, coalesce(
            (select id from new_program),
            (select id from account_program where partner_id = owner_id order by id limit 1)
          ), whose.id, keeper.ispb, told ->> 'branch', told ->> 'number', (told ->> 'type')::account_type,
          (told ->> 'status')::account_status, told ->> 'reason',
          coalesce((select pocket_limit from provider_partner where partner_id = owner_id), 0),
          (told ->> 'createdAt')::timestamptz
        from whose cross join keeper
        on conflict (partner_id, number) do update set
          status = excluded.status, reason = excluded.reason, branch = excluded.branch, type = excluded.type,
          bank_ispb = excluded.bank_ispb, pocket_limit = excluded.pocket_limit, created_at = excluded.created_at;`,
    );
  }

  /**
   * Requests delete no keys otherwise: one function is for keys that the provider no longer lists for an account of the
   * calling partner, and one for a key that the provider has just registered for another owner, for an intent whose key
   * is not stored yet. The caller does not learn whose it was.
   */
  private excludeKeys(): void {
    this.ownersFunction(
      'exclude_pix_keys(owner_id text, ids uuid[])',
      'void language sql',
      `with gone as (
          delete from pix_entry
          where partner_id = owner_id and id = any (ids) and (
            owner_id = nullif(current_setting('gateway.partner', true), '')
            or has_table_privilege(session_user, 'pix_entry', 'delete')
          )
          returning ${KEPT}
        )
        insert into pix_entry_excluded (${KEPT}) select ${KEPT} from gone;`,
    );
    this.ownersFunction(
      'release_pix_key(intent_id uuid, released_type addressing_key_type, released_value text)',
      'void language sql',
      `with gone as (
          delete from pix_entry
          where key_type = released_type and key_value = released_value and exists (
            select from provider_intent as intent
            where intent.id = intent_id and intent.mutation = 'registerPixEntry' and (
              intent.partner_id = nullif(current_setting('gateway.partner', true), '')
              or has_table_privilege(session_user, 'pix_entry', 'delete')
            )
          ) and not exists (select from pix_entry as stored where stored.id = intent_id)
          returning ${KEPT}
        )
        insert into pix_entry_excluded (${KEPT}) select ${KEPT} from gone where partner_id is not null;`,
    );
  }
}
