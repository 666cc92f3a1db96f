import { Migration } from '@mikro-orm/migrations';

/**
 * Deletes the stored row of a key that the provider has just registered for another owner: it was released there
 * meanwhile. The caller does not learn whose row it was. It is the owner's function, for an intent whose key is not
 * stored yet.
 */
export class Migration20261127111000_released_pix_keys extends Migration {
  override up(): void {
    this.addSql(`create function release_pix_key(intent_id uuid, released_type addressing_key_type, released_value text)
      returns void language sql security definer
      begin atomic
        delete from pix_entry
        where key_type = released_type and key_value = released_value and exists (
          select from provider_intent as intent
          where intent.id = intent_id and intent.mutation = 'registerPixEntry' and (
            intent.partner_id = nullif(current_setting('gateway.partner', true), '')
            or has_table_privilege(session_user, 'pix_entry', 'delete')
          )
        ) and not exists (select from pix_entry as stored where stored.id = intent_id);
      end`);
    this.addSql('revoke execute on function release_pix_key from public');
    this.addSql('grant execute on function release_pix_key to gateway_tenant');
  }

  override down(): void {
    this.addSql('drop function release_pix_key');
  }
}
