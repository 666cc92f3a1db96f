import { Migration } from '@mikro-orm/migrations';

/**
 * DPoP proofs that were taken. Each request with one adds a row that lives for minutes, so they are not logged: no commit
 * waits for the disk, and after a crash of the database a proof could be used again that is not five minutes old.
 */
export class Migration20261126210000_spent_proofs extends Migration {
  override up(): void {
    this.addSql(`create unlogged table spent_proof (
      id text not null,
      expires_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql('create index spent_proof_expires_at_index on spent_proof (expires_at)');
  }

  override down(): void {
    this.addSql('drop table spent_proof');
  }
}
