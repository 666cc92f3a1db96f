import { Migration } from '@mikro-orm/migrations';

/** What calls to a provider need: credentials of partners, and the state of the provider, which all processes share. */
export class Migration20261126090000_provider_calls extends Migration {
  override up(): void {
    this.addSql(`create table provider_partner (
      partner_id text primary key
        constraint provider_partner_partner_id_foreign references partner (id) on update no action on delete no action,
      client_id text not null, client_secret text not null, scope text,
      certificate text, private_key text,
      public_key text, signing_secret text, pocket_limit int,
      updated_at timestamptz(3) not null,
      constraint provider_partner_public_key_unique unique (public_key),
      constraint provider_partner_identity_is_whole check ((certificate is null) = (private_key is null)),
      constraint provider_partner_signing_is_whole check ((public_key is null) = (signing_secret is null)),
      constraint provider_partner_pocket_limit_is_positive check (pocket_limit > 0)
    )`);
    // No grant: requests of partners never read credentials.
    this.addSql('alter table provider_partner enable row level security');
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql(
      `create policy provider_partner_of_partner on provider_partner to gateway_tenant using (${own}) with check (${own})`,
    );
    this.addSql(`create table provider_gate (
      scope text primary key,
      limited_at timestamptz(3), rests_until timestamptz(3),
      state breaker_state not null default 'CLOSED', since timestamptz(3) not null default now(),
      faults_in_row int not null default 0,
      window_began_at timestamptz(3), window_calls int not null default 0, window_faults int not null default 0,
      opened_at timestamptz(3), rest_seconds int not null default 0, next_probe_at timestamptz(3),
      last_failure text
    )`);
    this.addSql(`insert into provider_gate (scope) values ('')`);
    this.addSql(`create unlogged table provider_budget (
      id int primary key, slot bigint not null, taken int not null, granted int not null
    ) with (fillfactor = 50)`);
  }

  override down(): void {
    for (const table of ['provider_budget', 'provider_gate', 'provider_partner']) this.addSql(`drop table ${table}`);
  }
}
