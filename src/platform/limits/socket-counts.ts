import { shareOf } from './free-slots.rules.ts';
import type { Sql } from '../database/database.ts';
import { statement } from '../statements/statement.ts';

/** How long after its last report a process, with its sockets, counts as gone, in seconds. */
const SILENT_SECONDS_MAX = 6;

/**
 * Reports how many sockets each partner has here, and returns those in all other processes. Reports from the future
 * were made before the clock was set back, and are ignored: live processes report again.
 */
const EXCHANGE_SOCKET_COUNTS = statement(
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
  { writes: 'snapshot' },
);

/** When a socket may be available again, in seconds. */
export const SOCKET_RETRY_SECONDS = 1;
/** Partner id for sockets without a token, which count as those of one partner. */
const NOBODY = '';

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
  /** Sockets of this process without a token, by address: one must not use the whole limit. */
  private readonly byAddress = new Map<string, number>();
  private others: ReadonlyMap<string, number> = new Map();
  private readonly options: SocketCountsOptions;

  constructor(options: SocketCountsOptions) {
    this.options = options;
  }

  /**
   * Counts a socket; returns the reason if it is refused.
   * @param address of the client; only that of a client without a token matters
   */
  enter(partnerId = NOBODY, address = ''): string | undefined {
    const { max } = this.options;
    const free = max - (this.own.get(partnerId) ?? 0) - (this.others.get(partnerId) ?? 0);
    if (partnerId !== NOBODY) {
      if (max > 0 && free <= 0) return `Too many sockets: a partner may have at most ${max}.`;
    } else {
      if (max > 0 && shareOf({ free, taken: this.byAddress.get(address) ?? 0 }) === 0)
        return `Too many sockets without a token: at most ${max}, and for one address half of what others leave free.`;
      add(this.byAddress, address, 1);
    }
    add(this.own, partnerId, 1);
    return undefined;
  }

  /** Counts a socket that was entered, with the same arguments, as closed. */
  leave(partnerId = NOBODY, address = ''): void {
    add(this.own, partnerId, -1);
    if (partnerId === NOBODY) add(this.byAddress, address, -1);
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

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
