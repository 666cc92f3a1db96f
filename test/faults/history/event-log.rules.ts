/** An event of the log of a partner, in its order. */
export interface LoggedEvent {
  readonly name: string;
  /** What it tells of: the number of a pocket, the id of a cash-in or of a registration. */
  readonly subject: string;
  readonly correlationId: string;
  /** Its place among those of the partner, by `sequence`. */
  readonly position: number;
}

/** Names of the events of a success, in their order. */
export interface EventNames {
  /** Recorded with it. */
  readonly events: readonly string[];
  /** Recorded by what it starts. */
  readonly later?: readonly string[];
}

/** A call whose effects the log tells, with the correlation id that it was sent with. */
export interface TracedCall extends EventNames {
  readonly correlationId: string;
  readonly calledAt: number;
  /** Infinity when the answer was lost. */
  readonly answeredAt: number;
  /** Of a lost answer it is not known whether anything was made. */
  readonly told: { readonly subject: string; readonly replayed: boolean } | 'refused' | 'lost';
}

/**
 * What is wrong with the log of a partner, in sentences. Positions grow by one. Each success that is not a replay has just
 * its events, in their order, and of a lost answer there are all of them or none. What was answered before something else
 * was asked for is before it in the log: `sequence` tells what happened first (docs/events.md).
 */
export function logProblems(calls: readonly TracedCall[], log: readonly LoggedEvent[]): readonly string[] {
  const byCorrelation = new Map(calls.map((call) => [call.correlationId, call]));
  return [
    ...gaps(log),
    ...log.flatMap(({ correlationId, name, subject }) =>
      byCorrelation.has(correlationId) ? [] : [`Nobody asked for ${name} of ${subject}.`],
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

/** A replay tells of something as its creation does. */
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

/** Read from the end: none of those that follow may have been answered before this one was asked for. */
function misplaced(calls: ReadonlyMap<string, TracedCall>, log: readonly LoggedEvent[]): string[] {
  const problems: string[] = [];
  let first: { readonly subject: string; readonly answeredAt: number } | undefined;
  for (const { subject, name, correlationId } of log.toReversed()) {
    const call = calls.get(correlationId);
    const calledAt = call?.calledAt ?? -Infinity;
    if (first !== undefined && first.answeredAt < calledAt)
      problems.push(`${first.subject} was answered before ${subject} was asked for, and is after it in the log.`);
    // What a call starts may end long after its answer.
    const answeredAt = call?.events.includes(name) === true ? call.answeredAt : Infinity;
    if (answeredAt < (first?.answeredAt ?? Infinity)) first = { subject, answeredAt };
  }
  return problems;
}
