import { Pause } from '../loops/pause.ts';
import type { ExchangedRow } from './lookup-budget.rows.ts';

/** How long a request waits for reservations that may be returned, in milliseconds. */
const WAIT_MS_MAX = 2_000;
/** How often it polls meanwhile, in milliseconds: other processes do not notify it when they return one. */
const LOOK_MS = 100;
/** Most requests that one exchange serves. */
const BATCH_SIZE_MAX = 500;

/** What one exchange reserves and settles for a person. */
export interface PersonExchange {
  readonly person: string;
  wanted: number;
  back: number;
  charged: number;
}

/** Settles and reserves in one transaction. */
export type Exchange = (persons: readonly PersonExchange[]) => Promise<readonly ExchangedRow[]>;

/** Undefined: reserved; otherwise the seconds after which to try again. */
type Verdict = number | undefined;

interface WaitingReservation {
  readonly person: string;
  /** On the monotonic clock. */
  readonly until: number;
  readonly settle: (verdict: Verdict) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Reserves from one budget of one partner for this process. Only one exchange is in flight at a time, so that a burst
 * takes one connection and a few statements: waiting requests are batched.
 */
export class LookupReservations {
  private waiting: WaitingReservation[] = [];
  private settled: PersonExchange[] = [];
  private serving: Promise<void> | undefined;
  private readonly rest = new Pause();
  private readonly exchange: Exchange;
  private readonly closed: () => void;

  /** @param closed called when no request is waiting any more */
  constructor(exchange: Exchange, closed: () => void) {
    this.exchange = exchange;
    this.closed = closed;
  }

  /** Reserves one for a person, or returns the seconds until one is free. Waits if only reservations are in the way. */
  reserve(person: string): Promise<Verdict> {
    return new Promise((settle, fail) => {
      this.waiting.push({ person, until: performance.now() + WAIT_MS_MAX, settle, fail });
      this.serve();
    });
  }

  /** Turns a reservation into a charge, or returns it. */
  settle(person: string, isCharge: boolean): void {
    this.settled.push({ person, wanted: 0, back: isCharge ? 0 : 1, charged: isCharge ? 1 : 0 });
    this.serve();
  }

  private serve(): void {
    this.rest.end();
    this.serving ??= this.serveAll();
  }

  /** Resolves when no request is waiting and everything is settled. */
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

  /** @returns the requests that keep waiting, since only reservations are in the way */
  private async answer(
    served: readonly WaitingReservation[],
    settled: readonly PersonExchange[],
  ): Promise<WaitingReservation[]> {
    try {
      const rows = await this.exchange(byPerson(served, settled));
      return rows.flatMap((row) =>
        served
          .filter(({ person }) => person === row.person)
          .filter((waiting, nth) => !settleOne(waiting, row, row.granted - nth)),
      );
    } catch (error) {
      // What was not settled stays charged until it is refilled.
      for (const { fail } of served) fail(error);
      return [];
    }
  }
}

/** Resolves a request with its verdict, unless it must wait. `left`: how many granted look-ups are still available. */
function settleOne({ until, settle }: WaitingReservation, row: ExchangedRow, left: number): boolean {
  if (left > 0) {
    settle(undefined);
    return true;
  }
  if (row.mayComeBack && performance.now() < until) return false;
  settle(row.mayComeBack ? 1 : Math.max(1, row.retryAfterSeconds));
  return true;
}

/** Returns one item for each person, longest waiting first. */
function byPerson(waiting: readonly WaitingReservation[], settled: readonly PersonExchange[]): PersonExchange[] {
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

function wantedOne({ person }: WaitingReservation): PersonExchange {
  return { person, wanted: 1, back: 0, charged: 0 };
}
