import { Migration } from '@mikro-orm/migrations';

const OWN = `partner_id = nullif(current_setting('gateway.partner', true), '')`;

/**
 * An epoch can be opened for one partner only, as if a restore had gone back to the end of the log: it is then ahead of
 * all others. Only the partner itself can open one, or a role that can write the log.
 */
export class Migration20261209110000_partner_epochs extends Migration {
  override up(): void {
    this.addSql(`alter table event_epoch add column partner_id text not null default '',
      drop constraint event_epoch_pkey, add primary key (epoch, partner_id)`);
    this.addSql('alter table event_epoch enable row level security');
    this.addSql(`create policy event_epoch_of_partner on event_epoch to gateway_tenant
      using (partner_id = '' or ${OWN}) with check (${OWN})`);
    this.addSql(`alter table partner_event_head add column epoch int not null default 1,
      drop constraint partner_event_head_is_positive,
      add constraint partner_event_head_is_positive check (position >= 0 and epoch > 0)`);
    this.addSql(`create function open_partner_epoch(owner_id text)
      returns table (former int, "position" bigint) language sql security definer
      begin atomic
        select from event_head where ${this.mayOpen} for update;
        with place as (
          select event_head.position, greatest(event_head.epoch, own.epoch, 1) as former
          from event_head left join partner_event_head as own on own.partner_id = owner_id
          where ${this.mayOpen}
        ), opened as (
          insert into event_epoch (epoch, partner_id, opened_after)
          select place.former + 1, owner_id, place.position from place
        ), headed as (
          insert into partner_event_head (partner_id, position, reached_at, epoch)
          select owner_id, 0, to_timestamp(0), place.former + 1 from place
          on conflict (partner_id) do update set epoch = excluded.epoch
        )
        select place.former, place.position from place;
      end`);
  }

  /** Epochs of single partners are deleted: what was numbered in them keeps its sequences. */
  override down(): void {
    this.addSql('drop function open_partner_epoch(text)');
    this.addSql('delete from partner_event_head where position = 0');
    this.addSql(`alter table partner_event_head drop column epoch`);
    this.addSql(`alter table partner_event_head
      add constraint partner_event_head_is_positive check (position > 0)`);
    this.addSql(`update event_head set epoch = greatest(epoch, (select max(epoch) from event_epoch))`);
    this.addSql(`insert into event_epoch (epoch, opened_after)
      select event_head.epoch, event_head.position from event_head
      where not exists (select from event_epoch where partner_id = '' and epoch = event_head.epoch)`);
    this.addSql('drop policy event_epoch_of_partner on event_epoch');
    this.addSql('alter table event_epoch disable row level security');
    this.addSql(`delete from event_epoch where partner_id <> ''`);
    this.addSql(
      `alter table event_epoch drop constraint event_epoch_pkey, drop column partner_id, add primary key (epoch)`,
    );
  }

  private get mayOpen(): string {
    return `(owner_id = nullif(current_setting('gateway.partner', true), '')
            or has_table_privilege(session_user, 'event_epoch', 'insert'))`;
  }
}
