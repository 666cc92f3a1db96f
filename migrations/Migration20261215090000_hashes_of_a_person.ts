import { Migration } from '@mikro-orm/migrations';

/** Finds the hashes of a person, to erase them. */
export class Migration20261215090000_hashes_of_a_person extends Migration {
  override up(): void {
    this.addSql(
      'create index transactional_hash_partner_id_document_index on transactional_hash (partner_id, document)',
    );
  }

  override down(): void {
    this.addSql('drop index transactional_hash_partner_id_document_index');
  }
}
