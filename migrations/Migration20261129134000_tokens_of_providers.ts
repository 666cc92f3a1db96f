import { Migration } from '@mikro-orm/migrations';

const TOKENS = ['selfie_token', 'id_card_front_token', 'id_card_back_token'] as const;

/** Providers give tokens of any form to pictures: 32 hexadecimal digits, or 34 letters. */
export class Migration20261129134000_tokens_of_providers extends Migration {
  override up(): void {
    this.alter('text');
  }

  /** Fails if a provider has given another token than a UUID. */
  override down(): void {
    this.alter('uuid');
  }

  private alter(type: 'text' | 'uuid'): void {
    this.addSql(`alter table document_analysis alter column token type ${type} using token::${type}`);
    const columns = TOKENS.map((name) => `alter column ${name} type ${type} using ${name}::${type}`);
    this.addSql(`alter table customer_record ${columns.join(', ')}`);
  }
}
