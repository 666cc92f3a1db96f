import type { Sql } from '../database/database.ts';
import { statement } from '../statements/statement.ts';

/** How long after its last report a process, with its sockets, counts as gone, in seconds. */
const SILENT_SECONDS_MAX = 6;

/**
 * Reports how many sockets each partner has here, and returns those in all other processes. Reports from the future
 * were made before the clock was set back, and are ignored: live processes report again.
 */
const EXCHANGE_SOCKET_COUNTS = statement<PartnerCount>(
  'exchange_socket_counts',
  `with mine as (
     select * from jsonb_to_recordset($2::jsonb) as mine (partner_id text, sockets int)
   ), forgotten as (
     delete from socket_count as stored
     where abs(extract(epoch from now() - told_at)) > ${SILENT_SECONDS_MAX}
       or (process_id = $1::uuid and not exists (select from mine where mine.partner_id = stored.partner_id))
   ), reported as (
     insert into socket_count (process_id, partner_id, sockets, told_at)
     select $1::uuid, partner_id, sockets, now() from mine
     on conflict (process_id, partner_id) do update set sockets = excluded.sockets, told_at = excluded.told_at
   )
   select partner_id as "partnerId", sum(sockets)::int as "sockets" from socket_count
   where process_id <> $1::uuid and abs(extract(epoch from now() - told_at)) <= ${SILENT_SECONDS_MAX}
   group by partner_id`,
);

/** When a socket may be available again, in seconds. */
export const SOCKET_RETRY_SECONDS = 1;
/** Partner id for sockets without a token, which count as those of one partner. */
const NOBODY = '';

interface PartnerCount {
  readonly partnerId: string;
  readonly sockets: number;
}

export interface SocketCountsOptions {
  /** Sockets that a partner may have over all processes; 0: unlimited. */
  readonly max: number;
  /** A UUID of this process. */
  readonly processId: string;
  /** Where processes exchange their counts; undefined if there is only one process. */
  readonly sql: Sql | undefined;
}

/**
 * Counts the sockets of each partner. Those in other processes are known as of the last exchange: a partner that opens
 * sockets in several processes concurrently may briefly exceed its limit; none of them is closed for it.
 */
export class SocketCounts {
  private readonly own = new Map<string, number>();
  private others: ReadonlyMap<string, number> = new Map();
  private readonly options: SocketCountsOptions;

  constructor(options: SocketCountsOptions) {
    this.options = options;
  }

  /** The reason for closing a socket that exceeds the limit. */
  get refusal(): string {
    return `Too many sockets: a partner may have at most ${this.options.max}.`;
  }

  /** Counts a socket; returns false if the partner has reached its limit. */
  enter(partnerId = NOBODY): boolean {
    const { max } = this.options;
    const count = this.own.get(partnerId) ?? 0;
    if (max > 0 && count + (this.others.get(partnerId) ?? 0) >= max) return false;
    this.own.set(partnerId, count + 1);
    return true;
  }

  leave(partnerId = NOBODY): void {
    const count = (this.own.get(partnerId) ?? 0) - 1;
    if (count > 0) this.own.set(partnerId, count);
    else this.own.delete(partnerId);
  }

  /** Reports the counts of this process, and reads those of all others. */
  async exchange(): Promise<void> {
    const { sql, max, processId } = this.options;
    if (sql === undefined || max === 0) return;
    const mine = JSON.stringify([...this.own].map(([partnerId, sockets]) => ({ partner_id: partnerId, sockets })));
    const others = await sql.run(EXCHANGE_SOCKET_COUNTS, [processId, mine]);
    this.others = new Map(others.map(({ partnerId, sockets }) => [partnerId, sockets]));
  }
}
