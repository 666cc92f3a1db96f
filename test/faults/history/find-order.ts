/** A request of a client, and its answer. Instants are of one monotonic clock, in milliseconds. */
export interface Call<Operation, Answer> {
  readonly client: string;
  readonly operation: Operation;
  readonly calledAt: number;
  /** Undefined if it was lost: the request may have taken effect, before or after any later call. */
  readonly answer: Answer | undefined;
  /** Infinity if it was lost. */
  readonly answeredAt: number;
}

/** The answers that one client at a time would get. */
export interface Model<State, Operation, Answer> {
  /**
   * Returns the state after the call took effect, or undefined if this answer was impossible. For a lost call it
   * returns the state after its effect.
   */
  readonly after: (state: State, call: Call<Operation, Answer>) => State | undefined;
  /** Returns a key that equal states share. */
  readonly keyOf: (state: State) => string;
  /** Names of what a call is about: lost calls with the same name are tried first. */
  readonly namesOf: (call: Call<Operation, Answer>) => readonly string[];
  /** Returns, as a sentence, what no order can explain, before any order is tried. */
  readonly impossible?: (calls: readonly Call<Operation, Answer>[]) => string | undefined;
}

/** The state after all calls, or why no order explains them; undecided if the search would take too long. */
export type Order<State> = { readonly state: State } | { readonly problem: string } | { readonly undecided: true };

/** Limit of visited states: most valid histories need few more than they have calls, some need far more. */
const STATES_MAX = 60_000;

/**
 * Checks whether calls are linearizable: searches for an order that the model explains, and in which each took effect
 * between its call and its answer (Wing and Gong 1993, with Lowe's cache of visited states, 2017). Lost calls take
 * effect once or never.
 */
export function findOrder<State, Operation, Answer>(
  model: Model<State, Operation, Answer>,
  start: State,
  calls: readonly Call<Operation, Answer>[],
): Order<State> {
  const impossible = model.impossible?.(calls);
  return impossible === undefined ? new Search(model, calls).from(start) : { problem: impossible };
}

/** A state that was reached by some calls, and the calls that can be next. */
interface Step<State> {
  readonly state: State;
  readonly done: bigint;
  readonly next: number[];
}

class Search<State, Operation, Answer> {
  private readonly model: Model<State, Operation, Answer>;
  private readonly calls: readonly Call<Operation, Answer>[];
  private readonly names: readonly (readonly string[])[];
  /** All answered calls. */
  private readonly wanted: bigint;
  private readonly tried = new Set<string>();
  /** The most calls that could be explained, and the candidates that failed after them. */
  private best: { readonly explained: number; readonly stuck: readonly number[] } = { explained: -1, stuck: [] };

  constructor(model: Model<State, Operation, Answer>, calls: readonly Call<Operation, Answer>[]) {
    this.model = model;
    // Calls are tried in the order of their answers, and lost ones only if nothing else explains the rest.
    this.calls = calls.toSorted((one, other) => one.answeredAt - other.answeredAt || one.calledAt - other.calledAt);
    this.names = this.calls.map((call) => model.namesOf(call));
    this.wanted = this.calls.reduce((all, call, index) => (isLost(call) ? all : all | bit(index)), 0n);
  }

  from(start: State): Order<State> {
    const path: Step<State>[] = [this.step(start, 0n)];
    for (;;) {
      const step = path.at(-1);
      if (step === undefined) return { problem: this.problem() };
      if ((step.done & this.wanted) === this.wanted) return { state: step.state };
      if (this.tried.size > STATES_MAX) return { undecided: true };
      const index = step.next.shift();
      if (index === undefined) path.pop();
      else this.take(path, step, index);
    }
  }

  private take(path: Step<State>[], { state, done }: Step<State>, index: number): void {
    const call = this.calls[index];
    const after = call && this.model.after(state, call);
    if (call === undefined || after === undefined) return;
    const key = this.model.keyOf(after);
    if (isLost(call) && key === this.model.keyOf(state)) return;
    const all = done | bit(index);
    const known = `${all.toString(36)} ${key}`;
    if (this.tried.has(known)) return;
    this.tried.add(known);
    path.push(this.step(after, all));
  }

  /** A call that was sent after another was answered must come after it. */
  private step(state: State, done: bigint): Step<State> {
    const left = this.calls.flatMap((_, index) => ((done & bit(index)) === 0n ? [index] : []));
    // They are sorted by their answers.
    const firstAnsweredAt = this.calls[left[0] ?? -1]?.answeredAt ?? Infinity;
    const next = this.inTurn(left.filter((index) => (this.calls[index]?.calledAt ?? Infinity) <= firstAnsweredAt));
    const explained = this.calls.length - left.length;
    if (explained > this.best.explained) this.best = { explained, stuck: [...next] };
    return { state, done, next };
  }

  /** Sorts answered calls first, then lost ones about the same names, then the other lost ones. */
  private inTurn(next: readonly number[]): number[] {
    const answered = next.filter((index) => !this.isLost(index));
    const answeredNames = new Set(answered.flatMap((index) => this.names[index] ?? []));
    const isRelated = (index: number) => this.names[index]?.some((name) => answeredNames.has(name)) === true;
    const lost = Map.groupBy(
      next.filter((index) => this.isLost(index)),
      isRelated,
    );
    return [...answered, ...(lost.get(true) ?? []), ...(lost.get(false) ?? [])];
  }

  private isLost(index: number): boolean {
    return (this.wanted & bit(index)) === 0n;
  }

  private problem(): string {
    const stuck = this.best.stuck.flatMap((index) => this.calls[index] ?? []);
    const history = this.calls.toSorted((one, other) => one.calledAt - other.calledAt);
    const textOf = textSince(history[0]?.calledAt ?? 0);
    return [
      `No order explains ${this.calls.length} calls.`,
      `After ${this.best.explained} of them none of these can come next:`,
      ...stuck.map(textOf),
      'All of them, as they were called:',
      ...history.map(textOf),
    ].join('\n');
  }
}

/** Returns the first value that occurs more than once. */
export function repeated(values: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return values.find((one) => seen.size === seen.add(one).size);
}

/** Cache of single bits, which are looked up very often. */
const BITS: bigint[] = [];

function bit(index: number): bigint {
  return (BITS[index] ??= 1n << BigInt(index));
}

function isLost(call: Call<unknown, unknown>): boolean {
  return call.answer === undefined;
}

/** @param beganAt the instant that other instants are shown relative to */
function textSince(beganAt: number): (call: Call<unknown, unknown>) => string {
  return ({ client, operation, calledAt, answer, answeredAt }) => {
    const span = [calledAt, answeredAt].map((at) => (at === Infinity ? 'lost' : (at - beganAt).toFixed(0)));
    const shown = answer === undefined ? '?' : JSON.stringify(answer);
    return `  ${span.join('–')} ${client}: ${JSON.stringify(operation)} → ${shown}`;
  };
}
