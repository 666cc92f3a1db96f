import type { Sql } from '../database/database.ts';
import { statement } from '../statements/statement.ts';

/** After so long without a word the sockets of a process are gone with it, in seconds. */
const SILENT_SECONDS_MAX = 6;

/**
 * Tells how many sockets each partner has here, and asks for those at all other processes. What was told later than now
 * was reported before the clock was set back: live processes report again.
 */
const EXCHANGE_SOCKET_COUNTS = statement<PartnerCount>(
  'exchange_socket_counts',
  `with mine as (
     select * from jsonb_to_recordset($2::jsonb) as mine (partner_id text, sockets int)
   ), forgotten as (
     delete from socket_count as told
     where abs(extract(epoch from now() - told_at)) > ${SILENT_SECONDS_MAX}
       or (process_id = $1::uuid and not exists (select from mine where mine.partner_id = told.partner_id))
   ), told as (
     insert into socket_count (process_id, partner_id, sockets, told_at)
     select $1::uuid, partner_id, sockets, now() from mine
     on conflict (process_id, partner_id) do update set sockets = excluded.sockets, told_at = excluded.told_at
   )
   select partner_id as "partnerId", sum(sockets)::int as "sockets" from socket_count
   where process_id <> $1::uuid and abs(extract(epoch from now() - told_at)) <= ${SILENT_SECONDS_MAX}
   group by partner_id`,
);

/** Stands for those without a token: they count as one partner's. */
const NOBODY = '';

interface PartnerCount {
  readonly partnerId: string;
  readonly sockets: number;
}

export interface SocketCountsOptions {
  /** Sockets that a partner may have over all processes; 0: any number. */
  readonly max: number;
  /** A UUID of this process. */
  readonly processId: string;
  /** Where processes tell each other; undefined when there is only one. */
  readonly sql: Sql | undefined;
}

/**
 * Counts the sockets of each partner. Those at other processes are known as of the last exchange: partners that open
 * sockets at several processes at once may have some more for a moment, and none is closed for it.
 */
export class SocketCounts {
  private readonly own = new Map<string, number>();
  private others: ReadonlyMap<string, number> = new Map();
  private readonly options: SocketCountsOptions;

  constructor(options: SocketCountsOptions) {
    this.options = options;
  }

  /** Why a socket is closed that is one too many. */
  get refusal(): string {
    return `Too many sockets: a partner has ${this.options.max} at most.`;
  }

  /** Counts a socket; false when the partner has as many as it may. */
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

  /** Tells the counts here, and learns of those elsewhere. */
  async exchange(): Promise<void> {
    const { sql, max, processId } = this.options;
    if (sql === undefined || max === 0) return;
    const mine = JSON.stringify([...this.own].map(([partnerId, sockets]) => ({ partner_id: partnerId, sockets })));
    const others = await sql.run(EXCHANGE_SOCKET_COUNTS, [processId, mine]);
    this.others = new Map(others.map(({ partnerId, sockets }) => [partnerId, sockets]));
  }
}
