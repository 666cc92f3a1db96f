/** What a client asked for, and what it was told. Instants are of one monotonic clock, in milliseconds. */
export interface Call<Asked, Answer> {
  readonly client: string;
  readonly asked: Asked;
  readonly calledAt: number;
  /** Undefined when it was lost: what was asked for may have been done, before or after anything that was called later. */
  readonly answer: Answer | undefined;
  /** Infinity when it was lost. */
  readonly answeredAt: number;
}

/** What one client at a time would be told. */
export interface Model<State, Asked, Answer> {
  /**
   * The state after the call took effect; undefined when it could not have been answered so. A lost call leads to what
   * it leads to if it is done.
   */
  readonly after: (state: State, call: Call<Asked, Answer>) => State | undefined;
  /** The same for states that are the same. */
  readonly keyOf: (state: State) => string;
  /** Names of what a call is about: lost calls of the same name are the first that may explain it. */
  readonly namesOf: (call: Call<Asked, Answer>) => readonly string[];
  /** What no order explains, in a sentence: told at once, and not when all orders were tried. */
  readonly impossible?: (calls: readonly Call<Asked, Answer>[]) => string | undefined;
}

/** The state after all calls, or why no order explains them; neither where that would take too long to find out. */
export type Order<State> = { readonly state: State } | { readonly problem: string } | { readonly undecided: true };

/** States that are looked at: a history that is right needs few more than it has calls, and some need far more. */
const STATES_MAX = 60_000;

/**
 * Looks for an order of calls in which each took effect between its call and its answer, and which the model explains:
 * whether they are linearizable (Wing and Gong 1993, with Lowe's memory of what was tried, 2017). Lost calls take effect
 * once or never.
 */
export function findOrder<State, Asked, Answer>(
  model: Model<State, Asked, Answer>,
  start: State,
  calls: readonly Call<Asked, Answer>[],
): Order<State> {
  const impossible = model.impossible?.(calls);
  return impossible === undefined ? new Search(model, calls).from(start) : { problem: impossible };
}

/** A state that was reached by some calls, and those that may come next. */
interface Step<State> {
  readonly state: State;
  readonly done: bigint;
  readonly next: number[];
}

class Search<State, Asked, Answer> {
  private readonly model: Model<State, Asked, Answer>;
  private readonly calls: readonly Call<Asked, Answer>[];
  private readonly names: readonly (readonly string[])[];
  /** All that were answered. */
  private readonly wanted: bigint;
  private readonly tried = new Set<string>();
  /** The most calls that could be explained, and those that then could not. */
  private best: { readonly explained: number; readonly stuck: readonly number[] } = { explained: -1, stuck: [] };

  constructor(model: Model<State, Asked, Answer>, calls: readonly Call<Asked, Answer>[]) {
    this.model = model;
    // What was answered first is tried first, and what was lost only when nothing else explains the rest.
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

  /** Whoever was called after another was answered comes after that one. */
  private step(state: State, done: bigint): Step<State> {
    const left = this.calls.flatMap((_, index) => ((done & bit(index)) === 0n ? [index] : []));
    // They are sorted: the first of them was answered first.
    const firstAnsweredAt = this.calls[left[0] ?? -1]?.answeredAt ?? Infinity;
    const next = this.inTurn(left.filter((index) => (this.calls[index]?.calledAt ?? Infinity) <= firstAnsweredAt));
    const explained = this.calls.length - left.length;
    if (explained > this.best.explained) this.best = { explained, stuck: [...next] };
    return { state, done, next };
  }

  /** What was answered, then what was lost and is about the same, then all else that was lost. */
  private inTurn(next: readonly number[]): number[] {
    const told = next.filter((index) => !this.isLost(index));
    const toldOf = new Set(told.flatMap((index) => this.names[index] ?? []));
    const isAboutTold = (index: number) => this.names[index]?.some((name) => toldOf.has(name)) === true;
    const lost = Map.groupBy(
      next.filter((index) => this.isLost(index)),
      isAboutTold,
    );
    return [...told, ...(lost.get(true) ?? []), ...(lost.get(false) ?? [])];
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

/** The first thing that was told of more than once. */
export function repeated(told: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return told.find((one) => seen.size === seen.add(one).size);
}

/** Looked up again and again. */
const BITS: bigint[] = [];

function bit(index: number): bigint {
  return (BITS[index] ??= 1n << BigInt(index));
}

function isLost(call: Call<unknown, unknown>): boolean {
  return call.answer === undefined;
}

/** @param beganAt the instant that others are told from */
function textSince(beganAt: number): (call: Call<unknown, unknown>) => string {
  return ({ client, asked, calledAt, answer, answeredAt }) => {
    const span = [calledAt, answeredAt].map((at) => (at === Infinity ? 'lost' : (at - beganAt).toFixed(0)));
    const told = answer === undefined ? '?' : JSON.stringify(answer);
    return `  ${span.join('–')} ${client}: ${JSON.stringify(asked)} → ${told}`;
  };
}
