import { Migration } from '@mikro-orm/migrations';

/**
 * Budgets of look-ups are separate for each kind and each person, and hold reservations. Existing charges are dropped,
 * as the figures had another meaning. A partner can have its own size.
 */
export class Migration20261123090000_lookup_budgets extends Migration {
  override up(): void {
    this.addSql('drop table lookup_budget');
    this.addSql(`create table lookup_budget (
      partner_id text not null,
      budget text not null,
      person text not null,
      full_at timestamptz(6) not null,
      reserved int not null,
      reserved_at timestamptz(6) not null,
      primary key (partner_id, budget, person)
    )`);
    this.addSql('create index lookup_budget_full_at_index on lookup_budget (full_at)');
    this.wall();
    this.addSql('alter table partner add column lookup_points int null, add column lookup_seconds int null');
    this.addSql(
      'alter table partner add constraint partner_lookup_size_is_whole check ((lookup_points is null) = (lookup_seconds is null))',
    );
  }

  override down(): void {
    this.addSql('alter table partner drop constraint partner_lookup_size_is_whole');
    this.addSql('alter table partner drop column lookup_points, drop column lookup_seconds');
    this.addSql('drop table lookup_budget');
    this.addSql(`create table lookup_budget (
      partner_id text not null,
      points double precision not null,
      counted_at timestamptz(3) not null,
      primary key (partner_id)
    )`);
    this.wall();
  }

  /** Protects it like all tables with partners' rows; the role of requests gets no rights on it at all. */
  private wall(): void {
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql('alter table lookup_budget enable row level security');
    this.addSql(
      `create policy lookup_budget_of_partner on lookup_budget to gateway_tenant using (${own}) with check (${own})`,
    );
  }
}
