import { Pause } from '../loops/pause.ts';
import type { ExchangedRow } from './lookup-budget.rows.ts';

/** How long a request waits for reservations that may be given back, in milliseconds. */
const WAIT_MS_MAX = 2_000;
/** How often it looks meanwhile: other processes do not say when they give one back. */
const LOOK_MS = 100;
/** Requests that one exchange serves. */
const BATCH_SIZE_MAX = 500;

/** What one exchange asks and reveals about a person. */
export interface PersonExchange {
  readonly person: string;
  wanted: number;
  back: number;
  charged: number;
}

/** Settles and reserves in one transaction. */
export type Exchange = (persons: readonly PersonExchange[]) => Promise<readonly ExchangedRow[]>;

/** Undefined: it is reserved; else after how many seconds it may be. */
type Verdict = number | undefined;

interface Waiting {
  readonly person: string;
  /** On the monotonic clock. */
  readonly until: number;
  readonly tell: (verdict: Verdict) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Where this process reserves from one budget of one partner. However many ask, one exchange is under way at a time, so
 * that a burst takes one connection and a few statements, and those who wait ask together.
 */
export class LookupReservations {
  private waiting: Waiting[] = [];
  private settled: PersonExchange[] = [];
  private serving: Promise<void> | undefined;
  private readonly rest = new Pause();
  private readonly exchange: Exchange;
  private readonly closed: () => void;

  /** @param closed is called when nobody waits any more */
  constructor(exchange: Exchange, closed: () => void) {
    this.exchange = exchange;
    this.closed = closed;
  }

  /** Reserves one for a person, or says in how many seconds one comes back. It waits while only reservations are in the way. */
  reserve(person: string): Promise<Verdict> {
    return new Promise((tell, fail) => {
      this.waiting.push({ person, until: performance.now() + WAIT_MS_MAX, tell, fail });
      this.serve();
    });
  }

  /** Makes a reservation a charge, or gives it back. */
  settle(person: string, isCharge: boolean): void {
    this.settled.push({ person, wanted: 0, back: isCharge ? 0 : 1, charged: isCharge ? 1 : 0 });
    this.serve();
  }

  private serve(): void {
    this.rest.end();
    this.serving ??= this.serveAll();
  }

  /** Ends when nobody waits and all is settled. */
  async idle(): Promise<void> {
    await this.serving;
  }

  private async serveAll(): Promise<void> {
    while (this.waiting.length > 0 || this.settled.length > 0) {
      const served = this.waiting.splice(0, BATCH_SIZE_MAX);
      const staying = await this.answer(served, this.settled.splice(0));
      this.waiting.unshift(...staying);
      if (staying.length === served.length && this.settled.length === 0) await this.rest.take(LOOK_MS);
    }
    this.serving = undefined;
    this.closed();
  }

  /** @returns those for whom only reservations are in the way */
  private async answer(served: readonly Waiting[], settled: readonly PersonExchange[]): Promise<Waiting[]> {
    try {
      const rows = await this.exchange(byPerson(served, settled));
      return rows.flatMap((row) =>
        served
          .filter(({ person }) => person === row.person)
          .filter((waiting, nth) => !tellOne(waiting, row, row.granted - nth)),
      );
    } catch (error) {
      // What was to be settled stays charged until it has come back by itself.
      for (const { fail } of served) fail(error);
      return [];
    }
  }
}

/** Tells a request its verdict, unless it is to wait. `left`: how many of those that were granted are still there. */
function tellOne({ until, tell }: Waiting, row: ExchangedRow, left: number): boolean {
  if (left > 0) {
    tell(undefined);
    return true;
  }
  if (row.mayComeBack && performance.now() < until) return false;
  tell(row.mayComeBack ? 1 : Math.max(1, row.retryAfterSeconds));
  return true;
}

/** One item for each person, those who have waited longest first. */
function byPerson(waiting: readonly Waiting[], settled: readonly PersonExchange[]): PersonExchange[] {
  const persons = new Map<string, PersonExchange>();
  for (const { person, wanted, back, charged } of [...waiting.map(wantedOne), ...settled]) {
    const known = persons.get(person) ?? { person, wanted: 0, back: 0, charged: 0 };
    known.wanted += wanted;
    known.back += back;
    known.charged += charged;
    persons.set(person, known);
  }
  return [...persons.values()];
}

function wantedOne({ person }: Waiting): PersonExchange {
  return { person, wanted: 1, back: 0, charged: 0 };
}
