import { Migration } from '@mikro-orm/migrations';

/** Money that payment accounts have received. */
export class Migration20261121100000_cash_ins extends Migration {
  override up(): void {
    this.addSql(`create table cash_in (
      id uuid not null,
      partner_id text not null,
      account_id uuid not null,
      rail text not null,
      amount numeric(16,2) not null,
      currency text not null,
      end_to_end_id text null,
      created_at timestamptz(3) not null,
      primary key (id)
    )`);
    this.addSql(`alter table cash_in add constraint cash_in_end_to_end_id_unique unique (end_to_end_id)`);
    this.addSql(`alter table cash_in add constraint cash_in_amount_is_positive check (amount > 0)`);
    this.addSql(
      `alter table cash_in add constraint cash_in_pix_has_end_to_end_id check ((rail = 'PIX') = (end_to_end_id is not null))`,
    );
    this.addSql(`alter table cash_in add constraint cash_in_rail_check check (rail in ('PIX', 'TED'))`);
    this.addSql(
      `alter table cash_in add constraint cash_in_account_id_foreign foreign key (account_id) references payment_account (id)`,
    );
  }

  override down(): void {
    this.addSql('drop table cash_in');
  }
}
