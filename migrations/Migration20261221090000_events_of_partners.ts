import { Migration } from '@mikro-orm/migrations';

const INDEXES: Readonly<Record<string, string>> = {
  event_entity_index: 'entity_id',
  event_account_index: 'account_id',
  event_kind_index: 'context, name',
};

type Numbering = 'position' | 'log_position';

/**
 * Events are known by the position among those of their partner, everywhere but in the process that numbers and follows
 * all of them: so they do not depend on what else their database stores, and no position tells how much that is.
 */
export class Migration20261221090000_events_of_partners extends Migration {
  override up(): void {
    this.addSql('drop view event_of_partner');
    this.addSql('alter table event rename column position to log_position');
    this.addSql('alter table event rename column partner_position to position');
    this.addSql('drop index event_partner_id_position_index');
    this.addSql(`alter table event drop constraint event_pkey, drop constraint event_partner_position_unique,
      drop constraint event_position_is_positive, drop constraint event_partner_position_is_positive,
      add constraint event_pkey primary key (partner_id, position),
      add constraint event_log_position_unique unique (log_position),
      add constraint event_position_is_positive check (position > 0 and log_position > 0 and epoch > 0)`);
    this.index('position');
    this.referTo('position');
    this.addSql('drop index webhook_message_event_position_index');
    this.addSql(`create index webhook_message_event_index
      on webhook_message (partner_id, event_position, sent_date, id)`);
    this.addSql('alter table event_consumer drop column position');
    this.addSql('alter table event_consumer rename column partner_position to position');
    this.addSql(`alter table event_consumer
      add constraint event_consumer_has_a_place check (position >= 0 and epoch > 0)`);
    this.makeView();
    this.openOwnEpochs();
  }

  override down(): void {
    this.addSql('drop view event_of_partner');
    this.addSql(`delete from event_epoch where partner_id <> ''`);
    this.addSql(`update event_epoch as opened set opened_after = coalesce((
      select max(log_position) from event where event.epoch < opened.epoch
    ), 0)`);
    this.addSql('alter table event_epoch drop constraint event_epoch_pkey, add primary key (epoch, partner_id)');
    this.addSql('alter table event_consumer drop constraint event_consumer_has_a_place');
    this.addSql('alter table event_consumer rename column position to partner_position');
    this.addSql(`alter table event_consumer add column position bigint not null default 0,
      add constraint event_consumer_has_a_place check (position >= 0 and epoch > 0 and partner_position >= 0)`);
    this.addSql('alter table event_consumer alter position drop default');
    this.addSql(`update event_consumer as consumer set position = coalesce((
      select max(log_position) from event
      where event.partner_id = consumer.partner_id and event.position <= consumer.partner_position
    ), 0)`);
    this.addSql('drop index webhook_message_event_index');
    this.addSql('create index webhook_message_event_position_index on webhook_message (event_position)');
    this.referTo('log_position');
    this.addSql(`alter table event drop constraint event_pkey, drop constraint event_log_position_unique,
      drop constraint event_position_is_positive`);
    this.addSql('alter table event rename column position to partner_position');
    this.addSql('alter table event rename column log_position to position');
    this.addSql(`alter table event add constraint event_pkey primary key (position),
      add constraint event_partner_position_unique unique (partner_id, partner_position),
      add constraint event_position_is_positive check (position > 0),
      add constraint event_partner_position_is_positive check (epoch > 0 and partner_position > 0)`);
    this.addSql('create index event_partner_id_position_index on event (partner_id, position)');
    for (const index of Object.keys(INDEXES)) this.addSql(`drop index ${index}`);
    this.index('position');
    this.makeView();
  }

  private index(numbering: Numbering): void {
    for (const [index, columns] of Object.entries(INDEXES)) {
      this.addSql(`drop index if exists ${index}`);
      this.addSql(`create index ${index} on event (partner_id, ${columns}, ${numbering})`);
    }
  }

  /** Changes what refers to an event by its position. A message can outlive its event, whose position is then unknown. */
  private referTo(to: Numbering): void {
    const from: Numbering = to === 'position' ? 'log_position' : 'position';
    const at = (table: string) => `(
      select event.${to} from event
      where event.partner_id = ${table}.partner_id and event.${from} = ${table}.event_position
    )`;
    const upTo = (owner: string, position: string) => `(
      select max(event.${to}) from event where event.partner_id = ${owner} and event.${from} <= ${position}
    )`;
    const ofBreaker = '(select partner_id from webhook_configuration where id = configuration_id)';
    this.addSql(`update webhook_message set event_position = coalesce(${at('webhook_message')}, 0)`);
    this.addSql('alter table webhook_delivery drop constraint webhook_delivery_pkey');
    this.addSql(`delete from webhook_delivery where ${at('webhook_delivery')} is null`);
    this.addSql(`update webhook_delivery set event_position = ${at('webhook_delivery')}`);
    this.addSql('alter table webhook_delivery add primary key (configuration_id, event_position)');
    this.addSql('delete from webhook_lease');
    this.addSql(`update webhook_breaker set listed_position = coalesce(${upTo(ofBreaker, 'listed_position')}, 0),
      released_position = ${upTo(ofBreaker, 'released_position')}`);
    this.addSql('alter table event_capture drop constraint event_capture_pkey');
    this.addSql(`update event_capture set last_position = ${upTo('event_capture.partner_id', 'last_position')},
      next_position = coalesce(${upTo('event_capture.partner_id', 'next_position - 1')}, 0) + 1`);
    this.addSql('alter table event_capture add primary key (partner_id, last_position)');
  }

  private makeView(): void {
    this.addSql(`create view event_of_partner as select * from event
      where nullif(coalesce(partner_id = (
        select case current_user when 'gateway_tenant' then coalesce(current_setting('gateway.partner', true), '') end
      ), true), false) is not null`);
    this.addSql('grant select on event_of_partner to gateway_tenant');
  }

  /** A partner has a row for each epoch in which it has events, or will have: it says where they begin. */
  private openOwnEpochs(): void {
    this.addSql('alter table event_epoch drop constraint event_epoch_pkey, add primary key (partner_id, epoch)');
    this.addSql(`update event_epoch set opened_after = 0`);
    this.addSql(`insert into event_epoch (partner_id, epoch, opened_after)
      select partner_id, epoch, min(position) - 1 from event group by 1, 2
      on conflict (partner_id, epoch) do update set opened_after = excluded.opened_after`);
    this.addSql(`update partner_event_head as head set epoch = greatest(head.epoch, (
      select max(epoch) from event where partner_id = head.partner_id
    ))`);
    const mayOpen = `(owner_id = nullif(current_setting('gateway.partner', true), '')
      or has_table_privilege(session_user, 'event_epoch', 'insert'))`;
    this.addSql(`create or replace function open_partner_epoch(owner_id text)
      returns table (former int, "position" bigint) language sql security definer
      begin atomic
        select from event_head where ${mayOpen} for update;
        with place as (
          select coalesce(own.position, 0) as position, greatest(event_head.epoch, own.epoch, 1) as former
          from event_head left join partner_event_head as own on own.partner_id = owner_id
          where ${mayOpen}
        ), opened as (
          insert into event_epoch (partner_id, epoch, opened_after)
          select owner_id, place.former + 1, place.position from place
        ), headed as (
          insert into partner_event_head (partner_id, position, reached_at, epoch)
          select owner_id, 0, to_timestamp(0), place.former + 1 from place
          on conflict (partner_id) do update set epoch = excluded.epoch
        )
        select place.former, place.position from place;
      end`);
  }
}
