import { Migration } from '@mikro-orm/migrations';

/** An import changes the limit of pockets of a known account, too: the operator may have set another one meanwhile. */
export class Migration20261218090000_pocket_limits_as_set extends Migration {
  override up(): void {
    this.addSql(`create or replace function import_provider_account(owner_id text, ids uuid[], told jsonb)
      returns void language sql security definer
      begin atomic
        with allowed as (
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
          bank_ispb = excluded.bank_ispb, pocket_limit = excluded.pocket_limit, created_at = excluded.created_at;
      end`);
  }

  override down(): void {
    // An older release works with this text, too.
  }
}
