import { Migration } from '@mikro-orm/migrations';

/** A format of webhooks: an array of envelopes, as receivers of the partner API read them. */
export class Migration20261129120000_envelopes extends Migration {
  override up(): void {
    this.addSql(`alter type webhook_format add value if not exists 'ENVELOPES'`);
  }

  /** PostgreSQL cannot remove the value. */
  override down(): void {}
}
