import { Migration } from '@mikro-orm/migrations';

/**
 * Imports an account that a provider keeps, with its bank, its holder and a program, unless they exist. The function is
 * the owner's: requests cannot open accounts otherwise, and import only those of their own partner. Two imports of one
 * account wait for each other and agree. The limit of pockets is what the operator has set for the partner, else 0: the
 * provider does not report it, and applies its own. As a holder has an account, its registration counts as approved
 * unless its status is known.
 */
export class Migration20261127110000_imported_accounts extends Migration {
  override up(): void {
    this.addSql('create index account_program_partner_id_index on account_program (partner_id)');
    this.addSql(`create function import_provider_account(owner_id text, ids uuid[], told jsonb)
      returns void language sql security definer
      begin atomic
        with allowed as (
          select where owner_id = nullif(current_setting('gateway.partner', true), '')
            or has_table_privilege(session_user, 'payment_account', 'insert')
        ), keeper as (
          insert into bank (ispb, code, name)
          select told -> 'bank' ->> 'ispb', told -> 'bank' ->> 'code', told -> 'bank' ->> 'name' from allowed
          on conflict (ispb) do update set code = excluded.code, name = excluded.name returning ispb
        ), new_program as (
          insert into account_program (id, partner_id, name, pockets_configured)
          select ids[1], owner_id, 'Provider', true from allowed
          where not exists (select from account_program where partner_id = owner_id) returning id
        ), new_holder as (
          insert into holder (
            id, partner_id, document_value, document_type, type, name, status, registration_status, created_at
          )
          select ids[2], owner_id, holder -> 'document' ->> 'value', (holder -> 'document' ->> 'type')::document_type,
            (holder ->> 'type')::holder_type, holder ->> 'name', (holder ->> 'status')::holder_status,
            coalesce((
              select status from customer
              where partner_id = owner_id and document_number = holder -> 'document' ->> 'value'
            ), 'APPROVED'), (holder ->> 'createdAt')::timestamptz
          from allowed cross join (select told -> 'holder') as of_account (holder)
          on conflict (partner_id, document_value) do update set status = excluded.status returning id
        )
        insert into payment_account (
          id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status, reason, pocket_limit, created_at
        )
        select ids[3], owner_id, coalesce(
            (select id from new_program),
            (select id from account_program where partner_id = owner_id order by id limit 1)
          ), new_holder.id, keeper.ispb, told ->> 'branch', told ->> 'number', (told ->> 'type')::account_type,
          (told ->> 'status')::account_status, told ->> 'reason',
          coalesce((select pocket_limit from provider_partner where partner_id = owner_id), 0),
          (told ->> 'createdAt')::timestamptz
        from new_holder cross join keeper
        on conflict (partner_id, number) do update set status = excluded.status, reason = excluded.reason;
      end`);
    this.addSql('revoke execute on function import_provider_account from public');
    this.addSql('grant execute on function import_provider_account to gateway_tenant');
  }

  override down(): void {
    this.addSql('drop function import_provider_account');
    this.addSql('drop index account_program_partner_id_index');
  }
}
