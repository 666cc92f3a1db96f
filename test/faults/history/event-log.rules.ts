/** An event of the log of a partner. */
export interface LoggedEvent {
  readonly name: string;
  /** What it is about: the number of a pocket, the id of a cash-in or of a registration. */
  readonly subject: string;
  readonly correlationId: string;
  /** Its position in the partner's log, from `sequence`. */
  readonly position: number;
}

/** Names of the events of a success, in order. */
export interface EventNames {
  /** Recorded in its transaction. */
  readonly events: readonly string[];
  /** Recorded by background work that it starts. */
  readonly later?: readonly string[];
}

/** A call whose effects are in the log, with its correlation id. */
export interface TracedCall extends EventNames {
  readonly correlationId: string;
  readonly calledAt: number;
  /** Infinity if the answer was lost. */
  readonly answeredAt: number;
  /** Its outcome; if the answer was lost, it is unknown whether anything was created. */
  readonly told: { readonly subject: string; readonly replayed: boolean } | 'refused' | 'lost';
}

/**
 * Returns what is wrong with the log of a partner, in sentences. Positions increase by one. Each success that is not a
 * replay has exactly its events, in order, and a lost call has all of them or none. If a call was answered before
 * another was sent, its events come first: `sequence` shows what happened first (docs/events.md).
 */
export function logProblems(calls: readonly TracedCall[], log: readonly LoggedEvent[]): readonly string[] {
  const byCorrelation = new Map(calls.map((call) => [call.correlationId, call]));
  return [
    ...gaps(log),
    ...log.flatMap(({ correlationId, name, subject }) =>
      byCorrelation.has(correlationId) ? [] : [`Nobody requested ${name} of ${subject}.`],
    ),
    ...calls.flatMap((call) => wrongEvents(call, log)),
    ...missing(calls, log),
    ...doubled(log),
    ...misplaced(byCorrelation, log),
  ];
}

function gaps(log: readonly LoggedEvent[]): string[] {
  return log.flatMap(({ position }, index) => {
    const before = log[index - 1]?.position;
    return before === undefined || position === before + 1 ? [] : [`Position ${position} follows ${before}.`];
  });
}

function wrongEvents(call: TracedCall, log: readonly LoggedEvent[]): string[] {
  const { correlationId, told, events, later = [] } = call;
  const own = log.filter((event) => event.correlationId === correlationId);
  const names = own.map(({ name }) => name).join(', ');
  const isCreation = typeof told === 'object' && !told.replayed;
  const wanted = isCreation || (told === 'lost' && own.length > 0) ? [...events, ...later].join(', ') : '';
  const others = isCreation ? own.filter(({ subject }) => subject !== told.subject) : [];
  const answer = typeof told === 'object' ? JSON.stringify(told) : told;
  return [
    ...(names === wanted ? [] : [`The call ${correlationId} (${answer}) has the events [${names}], not [${wanted}].`]),
    ...others.map(({ name, subject }) => `The call ${correlationId} (${answer}) has ${name} of ${subject}.`),
  ];
}

/** Finds replays of something that has no event. */
function missing(calls: readonly TracedCall[], log: readonly LoggedEvent[]): string[] {
  const subjects = new Set(log.map(({ subject }) => subject));
  const replayed = new Set(
    calls.flatMap(({ told }) => (typeof told === 'object' && told.replayed ? told.subject : [])),
  );
  return [...replayed].filter((subject) => !subjects.has(subject)).map((subject) => `${subject} has no event.`);
}

function doubled(log: readonly LoggedEvent[]): string[] {
  const bySubject = Map.groupBy(log, ({ name, subject }) => `${name} of ${subject}`);
  return [...bySubject].flatMap(([what, events]) =>
    events.length > 1 ? [`${what} is there ${events.length} times.`] : [],
  );
}

/** Reads the log from its end: no later event may be of a call that was answered before this one was sent. */
function misplaced(calls: ReadonlyMap<string, TracedCall>, log: readonly LoggedEvent[]): string[] {
  const problems: string[] = [];
  let first: { readonly subject: string; readonly answeredAt: number } | undefined;
  for (const { subject, name, correlationId } of log.toReversed()) {
    const call = calls.get(correlationId);
    const calledAt = call?.calledAt ?? -Infinity;
    if (first !== undefined && first.answeredAt < calledAt)
      problems.push(`${first.subject} was answered before ${subject} was requested, and is after it in the log.`);
    // Background work that a call starts can end long after its answer.
    const answeredAt = call?.events.includes(name) === true ? call.answeredAt : Infinity;
    if (answeredAt < (first?.answeredAt ?? Infinity)) first = { subject, answeredAt };
  }
  return problems;
}
