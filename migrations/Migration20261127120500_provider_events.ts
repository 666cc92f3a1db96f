import { Migration } from '@mikro-orm/migrations';

/** Events that a provider has sent or that were raised here in its place, for as long as one may be sent again. */
export class Migration20261127120500_provider_events extends Migration {
  override up(): void {
    this.addSql(`create table provider_event (
      id uuid primary key,
      partner_id text not null, idempotency_key uuid not null,
      name text not null, entity_id text not null, round text,
      received_at timestamptz(3) not null,
      body text, due_at timestamptz(3), tries int not null default 0,
      constraint provider_event_key_unique unique (partner_id, idempotency_key),
      constraint provider_event_round_unique unique (partner_id, name, entity_id, round),
      constraint provider_event_waits_with_its_body check (body is not null or due_at is null),
      constraint provider_event_has_a_round_or_waits check ((body is null) = (round is not null))
    )`);
    this.addSql(
      'create index provider_event_due_index on provider_event (partner_id, due_at) where due_at is not null',
    );
    this.addSql(
      'create index provider_event_parked_index on provider_event (partner_id, entity_id, id) where body is not null',
    );
    this.addSql('create index provider_event_received_index on provider_event (received_at)');
    this.addSql('alter table provider_event enable row level security');
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql(
      `create policy provider_event_of_partner on provider_event to gateway_tenant using (${own}) with check (${own})`,
    );
    this.addSql('grant select, insert, update, delete on provider_event to gateway_tenant');
  }

  override down(): void {
    this.addSql('drop table provider_event');
  }
}
