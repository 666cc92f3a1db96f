import { Migration } from '@mikro-orm/migrations';

/**
 * Keys of partners that no longer exist at the provider: replays of their registrations still return them. A process of
 * the previous release finds its directory as it was. Both functions are the owner's, as requests delete no keys
 * otherwise: one for keys that the provider no longer lists for an account of the calling partner, and one for a key
 * that the provider has just registered for another owner.
 */
export class Migration20261218100000_excluded_pix_keys extends Migration {
  override up(): void {
    this.addSql(`create table pix_entry_excluded (
      id uuid not null,
      key_type addressing_key_type not null,
      key_value text not null,
      partner_id text not null,
      account_id uuid not null,
      created_at timestamptz(3) not null,
      excluded_at timestamptz(3) not null default now(),
      primary key (id)
    )`);
    this.addSql('create index pix_entry_excluded_excluded_at_index on pix_entry_excluded (excluded_at)');
    this.addSql('alter table pix_entry_excluded enable row level security');
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql(`create policy pix_entry_excluded_of_partner on pix_entry_excluded to gateway_tenant using (${own})`);
    this.addSql('grant select on pix_entry_excluded to gateway_tenant');
    this.addSql(`create function exclude_pix_keys(owner_id text, ids uuid[])
      returns void language sql security definer
      begin atomic
        with gone as (
          delete from pix_entry
          where partner_id = owner_id and id = any (ids) and (
            owner_id = nullif(current_setting('gateway.partner', true), '')
            or has_table_privilege(session_user, 'pix_entry', 'delete')
          )
          returning ${KEPT}
        )
        insert into pix_entry_excluded (${KEPT}) select ${KEPT} from gone;
      end`);
    this.addSql('revoke execute on function exclude_pix_keys from public');
    this.addSql('grant execute on function exclude_pix_keys to gateway_tenant');
    this.addSql(
      releasing(`
        with gone as (
          ${RELEASE} returning ${KEPT}
        )
        insert into pix_entry_excluded (${KEPT}) select ${KEPT} from gone where partner_id is not null`),
    );
  }

  override down(): void {
    this.addSql(releasing(RELEASE));
    this.addSql('drop function exclude_pix_keys');
    this.addSql('drop table pix_entry_excluded');
  }
}

const KEPT = 'id, key_type, key_value, partner_id, account_id, created_at';

const RELEASE = `delete from pix_entry
        where key_type = released_type and key_value = released_value and exists (
          select from provider_intent as intent
          where intent.id = intent_id and intent.mutation = 'registerPixEntry' and (
            intent.partner_id = nullif(current_setting('gateway.partner', true), '')
            or has_table_privilege(session_user, 'pix_entry', 'delete')
          )
        ) and not exists (select from pix_entry as stored where stored.id = intent_id)`;

function releasing(body: string): string {
  return `create or replace function release_pix_key(intent_id uuid, released_type addressing_key_type, released_value text)
      returns void language sql security definer
      begin atomic
        ${body};
      end`;
}
