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

/** What a gateway has acknowledged to ACME_PAY, and must have again after it was started anew. */
export class Ledger {
  /** By their idempotency keys. */
  readonly pockets = new Map<string, KnownPocket>();
  /** Ids of cash-ins, with how many events each has. */
  readonly cashIns = new Map<string, number>();
  /** Whatever else can be fetched again by its id: `__typename` by id. */
  readonly nodes = new Map<string, string>();
  /** Keys whose answer never came, and the accounts of their pockets. */
  readonly unanswered = new Map<string, string>();
  /** The whole log, as it was read last. */
  events: readonly KnownEvent[] = [];
  /** Subjects of events that wait to be told, by the path of the endpoint that they are for. */
  pending: Readonly<Record<string, readonly string[]>> = {};
  /** Subjects of what the release before has acknowledged. */
  readonly inherited = new Set<string>();

  /** What events tell of: cash-ins by their ids, pockets by their numbers. */
  get subjects(): readonly string[] {
    return [...this.cashIns.keys(), ...[...this.pockets.values()].map(({ number }) => number)];
  }

  /** Remembers whatever of an answer can be fetched again. */
  keep(...nodes: readonly { readonly id: string; readonly __typename: string }[]): void {
    for (const { id, __typename } of nodes) this.nodes.set(id, __typename);
  }

  /** As it is written down beside the data that a release has left. */
  toJSON(): WrittenLedger {
    const pockets = [...this.pockets.values()].map(({ key, number, accountNumber }) => ({
      key,
      number,
      accountNumber,
    }));
    const { events, pending } = this;
    return { pockets, cashIns: [...this.cashIns], nodes: [...this.nodes], events, pending };
  }

  /** Takes over what a release has acknowledged; its keys replay nothing any more. */
  take({ pockets, cashIns, nodes, events, pending }: WrittenLedger): void {
    for (const pocket of pockets) this.pockets.set(pocket.key, { ...pocket, atMs: -Infinity });
    for (const [id, count] of cashIns) this.cashIns.set(id, count);
    for (const [id, name] of nodes) this.nodes.set(id, name);
    for (const subject of this.subjects) this.inherited.add(subject);
    this.events = events;
    this.pending = pending;
  }
}
