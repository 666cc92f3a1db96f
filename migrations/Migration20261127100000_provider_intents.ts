import { Migration } from '@mikro-orm/migrations';

/** Mutations at a provider, from before the call until a week after their outcome. */
export class Migration20261127100000_provider_intents extends Migration {
  override up(): void {
    this.addSql(`create type intent_state as enum ('RUNNING', 'SUCCEEDED', 'REFUSED', 'NOT_EXECUTED', 'UNKNOWN')`);
    this.addSql(`create table provider_intent (
      id uuid primary key,
      partner_id text not null, client text, correlation_id uuid not null,
      mutation text not null, key uuid not null, is_clients_key boolean not null, fingerprint text not null, turn text,
      state intent_state not null, request text, result_id uuid, refusal text,
      lease uuid, due_at timestamptz(3), tries int not null default 0,
      created_at timestamptz(3) not null, last_sent_at timestamptz(3), settled_at timestamptz(3),
      constraint provider_intent_is_settled_once
        check ((state in ('RUNNING', 'UNKNOWN')) = (settled_at is null)),
      constraint provider_intent_keeps_request_while_open
        check ((state in ('RUNNING', 'UNKNOWN')) = (request is not null))
    )`);
    const open = `state in ('RUNNING', 'UNKNOWN')`;
    this.addSql(
      `create unique index provider_intent_key_unique on provider_intent (partner_id, mutation, key) where ${open}`,
    );
    this.addSql(
      `create unique index provider_intent_input_unique on provider_intent (partner_id, mutation, fingerprint) where ${open} and not is_clients_key`,
    );
    this.addSql(
      `create unique index provider_intent_turn_unique on provider_intent (partner_id, turn) where ${open} and turn is not null`,
    );
    this.addSql(
      `create index provider_intent_due_index on provider_intent (partner_id, due_at) where due_at is not null`,
    );
    this.addSql('create index provider_intent_key_index on provider_intent (partner_id, mutation, key, created_at)');
    this.addSql(
      'create index provider_intent_settled_index on provider_intent (settled_at) where settled_at is not null',
    );
    this.addSql('alter table provider_intent enable row level security');
    const own = `partner_id = nullif(current_setting('gateway.partner', true), '')`;
    this.addSql(
      `create policy provider_intent_of_partner on provider_intent to gateway_tenant using (${own}) with check (${own})`,
    );
    this.addSql('grant select, insert, update, delete on provider_intent to gateway_tenant');
  }

  override down(): void {
    this.addSql('drop table provider_intent');
    this.addSql('drop type intent_state');
  }
}
