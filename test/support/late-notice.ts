import type { Gateway } from './gateway.ts';
import { happen, LIVE_EVENTS, shownInAll, socketOf } from './live-events.ts';
import type { TestSocket } from './socket.ts';
import { sql } from './webhooks.ts';

/** Events that other processes number, and whose notifications are late; a socket shows when one is noticed. */
export class LateNotice {
  private readonly gateway: Gateway;
  private readonly socket: TestSocket;
  private readonly live: string;
  private shown = 0;

  private constructor(gateway: Gateway, socket: TestSocket) {
    this.gateway = gateway;
    this.socket = socket;
    this.live = socket.subscribe(LIVE_EVENTS);
  }

  static async begin(gateway: Gateway): Promise<LateNotice> {
    const notice = new LateNotice(gateway, await socketOf(gateway));
    await happen(gateway);
    await notice.showsOneMore();
    return notice;
  }

  /** Numbers a copy of an event as another process whose notification is late. */
  async number(): Promise<void> {
    await sql(
      this.gateway,
      `with head as (
         update event_head set position = position + 1 returning position
       ), own as (
         update partner_event_head set position = position + 1 where partner_id = 'ACME_PAY' returning position
       )
       insert into event (log_position, epoch, position, reached_at, id, partner_id, name, context, entity_id,
         subject_id, account_id, idempotency_key, correlation_id, occurred_at, captured_at, recorded_at, body)
       select head.position, epoch, own.position, reached_at, gen_random_uuid(), partner_id, name, context, entity_id,
         subject_id, account_id, idempotency_key, correlation_id, occurred_at, captured_at, recorded_at, body
       from event cross join head cross join own
       where partner_id = 'ACME_PAY' order by event.position desc limit 1`,
      [],
    );
  }

  /** Returns the entity of the next event, which happens once the process has noticed the earlier one. */
  async nextOnceNoticed(): Promise<string> {
    await this.showsOneMore();
    const number = await happen(this.gateway);
    await this.showsOneMore();
    return number;
  }

  private async showsOneMore(): Promise<void> {
    await shownInAll(this.socket, this.live, (this.shown += 1));
  }
}
