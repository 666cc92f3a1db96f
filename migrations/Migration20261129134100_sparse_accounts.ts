import { TableMigration } from './table-migration.ts';

/** What stands for a holder or a bank that the provider does not name. */
const UNKNOWN_HOLDER = `'{"document": {"value": "", "type": "CPF"}, "type": "CUSTOMER"}'::jsonb`;
const UNKNOWN_BANK = `'{"ispb": "", "name": ""}'::jsonb`;

/**
 * Providers show accounts without their holder, and without when they were opened: an account is imported all the same,
 * and gets its holder from what names it later. What an answer does not have stays as it is.
 */
export class Migration20261129134100_sparse_accounts extends TableMigration {
  override up(): void {
    this.addSql(`create or replace function import_provider_account(owner_id text, ids uuid[], told jsonb) returns void
      language sql security definer begin atomic
        with allowed as (
          select where owner_id = nullif(current_setting('gateway.partner', true), '')
            or has_table_privilege(session_user, 'payment_account', 'insert')
        ), stored as (
          select holder_id, bank_ispb, holder.document_value = '' as is_held_by_nobody
          from payment_account as account join holder on holder.id = account.holder_id
          where account.partner_id = owner_id and number = told ->> 'number'
        ), reported as (
          select case when jsonb_typeof(told -> 'bank') = 'object' then told -> 'bank'
              when not exists (select from stored) then ${UNKNOWN_BANK} end as bank,
            case when jsonb_typeof(told -> 'holder') = 'object' then told -> 'holder'
              when not exists (select from stored) then ${UNKNOWN_HOLDER} end as holder
          from allowed
        ), keeper as (
          insert into bank as known (ispb, code, name)
          select bank ->> 'ispb', bank ->> 'code', coalesce(bank ->> 'name', '') from reported where bank is not null
          on conflict (ispb) do update set
            code = coalesce(told -> 'bank' ->> 'code', known.code), name = coalesce(told -> 'bank' ->> 'name', known.name)
          returning ispb
        ), whose_bank as (
          select ispb from keeper
          union all
          select bank_ispb from stored where not exists (select from keeper)
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
            coalesce(holder ->> 'createdAt', told ->> 'createdAt', told ->> 'readAt')::timestamptz
          from reported where holder is not null
          on conflict (partner_id, document_value) do update set
            name = coalesce(told -> 'holder' ->> 'name', known.name),
            status = coalesce((told -> 'holder' ->> 'status')::holder_status, known.status),
            created_at = coalesce((told -> 'holder' ->> 'createdAt')::timestamptz, known.created_at)
          returning id
        ), whose (id) as (
          select id from new_holder
          union all
          select holder_id from stored where not exists (select from new_holder)
        )
        insert into payment_account as account (
          id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status, reason, pocket_limit, created_at
        )
        select ids[3], owner_id, coalesce(
            (select id from new_program),
            (select id from account_program where partner_id = owner_id order by id limit 1)
          ), whose.id, whose_bank.ispb, coalesce(told ->> 'branch', ''), told ->> 'number',
          coalesce(told ->> 'type', 'PAYMENT')::account_type, coalesce(told ->> 'status', 'ACTIVE')::account_status,
          told ->> 'reason', coalesce((select pocket_limit from provider_partner where partner_id = owner_id), 0),
          coalesce(told ->> 'createdAt', told ->> 'readAt')::timestamptz
        from whose cross join whose_bank
        on conflict (partner_id, number) do update set
          holder_id = case when (select is_held_by_nobody from stored) then excluded.holder_id else account.holder_id end,
          status = coalesce((told ->> 'status')::account_status, account.status), reason = excluded.reason,
          branch = coalesce(told ->> 'branch', account.branch),
          type = coalesce((told ->> 'type')::account_type, account.type),
          bank_ispb = excluded.bank_ispb, pocket_limit = excluded.pocket_limit,
          created_at = coalesce((told ->> 'createdAt')::timestamptz, account.created_at);
      end`);
  }

  /** The function reads whatever the one before it does. */
  override down(): void {}
}
