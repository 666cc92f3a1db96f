import { Migration } from '@mikro-orm/migrations';

/**
 * Used DPoP proofs: baseline of 0.1.0. Each request with one adds a row that lives for minutes, so the table is
 * unlogged: no commit waits for the disk, but after a crash of the database, a proof could be used again until it is
 * five minutes old.
 */
export class Migration20261129000200_bound_tokens extends Migration {
  override up(): void {
    this.addSql(`create unlogged table spent_proof (
      id text primary key,
      expires_at timestamptz(3) not null
    )`);
    this.addSql('create index spent_proof_expires_at_index on spent_proof (expires_at)');
  }

  override down(): void {
    this.addSql('drop table spent_proof');
  }
}
