/** A pocket that was acknowledged. */
export interface KnownPocket {
  readonly key: string;
  readonly number: string;
  readonly accountNumber: string;
  /** By the monotonic clock of the test, in milliseconds. */
  readonly atMs: number;
}

/** An event as the log showed it. */
export interface KnownEvent {
  readonly id: string;
  readonly cursor: string;
  readonly name: string;
  readonly entityId: string;
}

/** A ledger as JSON. */
export interface WrittenLedger {
  readonly pockets: readonly Omit<KnownPocket, 'atMs'>[];
  readonly cashIns: readonly (readonly [string, number])[];
  readonly nodes: readonly (readonly [string, string])[];
  readonly events: readonly KnownEvent[];
  readonly pending: Readonly<Record<string, readonly string[]>>;
}

/** What a gateway has acknowledged to ACME_PAY, and must still have after a restart. */
export class Ledger {
  /** By their idempotency keys. */
  readonly pockets = new Map<string, KnownPocket>();
  /** Ids of cash-ins, with the number of events of each. */
  readonly cashIns = new Map<string, number>();
  /** All other objects that can be fetched by id: `__typename` by id. */
  readonly nodes = new Map<string, string>();
  /** Keys without an answer, and the accounts of their pockets. */
  readonly unanswered = new Map<string, string>();
  /** The whole log, as last read. */
  events: readonly KnownEvent[] = [];
  /** Subjects of events with pending deliveries, by the path of their endpoint. */
  pending: Readonly<Record<string, readonly string[]>> = {};
  /** Subjects that the previous release has acknowledged. */
  readonly inherited = new Set<string>();

  /** Subjects of events: cash-ins by their ids, pockets by their numbers. */
  get subjects(): readonly string[] {
    return [...this.cashIns.keys(), ...[...this.pockets.values()].map(({ number }) => number)];
  }

  /** Records objects of an answer that can be fetched again. */
  keep(...nodes: readonly { readonly id: string; readonly __typename: string }[]): void {
    for (const { id, __typename } of nodes) this.nodes.set(id, __typename);
  }

  /** Returns the ledger as stored beside the data of a release. */
  toJSON(): WrittenLedger {
    const pockets = [...this.pockets.values()].map(({ key, number, accountNumber }) => ({
      key,
      number,
      accountNumber,
    }));
    const { events, pending } = this;
    return { pockets, cashIns: [...this.cashIns], nodes: [...this.nodes], events, pending };
  }

  /** Adopts what a previous release has acknowledged; its keys no longer replay anything. */
  take({ pockets, cashIns, nodes, events, pending }: WrittenLedger): void {
    for (const pocket of pockets) this.pockets.set(pocket.key, { ...pocket, atMs: -Infinity });
    for (const [id, count] of cashIns) this.cashIns.set(id, count);
    for (const [id, name] of nodes) this.nodes.set(id, name);
    for (const subject of this.subjects) this.inherited.add(subject);
    this.events = events;
    this.pending = pending;
  }
}
