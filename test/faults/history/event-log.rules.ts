import type { PocketCall } from './pockets.model.ts';

/** An event of the log, in its order. */
export interface LoggedEvent {
  /** Number of the pocket. */
  readonly entityId: string;
  readonly correlationId: string;
}

/** A call with the correlation id that it was sent with. */
export type TracedCall = PocketCall & { readonly correlationId: string };

/**
 * What is wrong with the log of a partner, in sentences: each pocket that was made has one event, and each event comes of
 * a success or of a lost answer; what was answered before something else was asked for is before it in the log.
 */
export function logProblems(calls: readonly TracedCall[], log: readonly LoggedEvent[]): readonly string[] {
  const byCorrelation = new Map(calls.map((call) => [call.correlationId, call]));
  return [
    ...unexplained(byCorrelation, log),
    ...missing(calls, log),
    ...doubled(log),
    ...misplaced(byCorrelation, log),
  ];
}

function numberOf({ answer }: PocketCall): string | undefined {
  return answer !== undefined && 'number' in answer ? answer.number : undefined;
}

function isCreation({ answer }: PocketCall): boolean {
  return answer !== undefined && 'number' in answer && !answer.replayed;
}

function unexplained(calls: ReadonlyMap<string, TracedCall>, log: readonly LoggedEvent[]): string[] {
  return log.flatMap((event) => {
    const call = calls.get(event.correlationId);
    if (call === undefined) return [`Nobody asked for the event of ${event.entityId}.`];
    if (call.answer === undefined) return [];
    return isCreation(call) && numberOf(call) === event.entityId
      ? []
      : [`The event of ${event.entityId} comes of a call that was answered ${JSON.stringify(call.answer)}.`];
  });
}

/** A replay tells of a pocket as a creation does. */
function missing(calls: readonly TracedCall[], log: readonly LoggedEvent[]): string[] {
  const told = new Set(log.map(({ entityId }) => entityId));
  const acknowledged = new Set(calls.flatMap((call) => numberOf(call) ?? []));
  return [...acknowledged].filter((number) => !told.has(number)).map((number) => `${number} has no event.`);
}

function doubled(log: readonly LoggedEvent[]): string[] {
  const twiceOf = (field: keyof LoggedEvent) =>
    [...Map.groupBy(log, (event) => event[field])].filter(([, events]) => events.length > 1).map(([value]) => value);
  return [
    ...twiceOf('entityId').map((number) => `${number} has more than one event.`),
    ...twiceOf('correlationId').map((id) => `The call ${id} has more than one event.`),
  ];
}

/** Read from the end: none of those that follow may have been answered before this one was asked for. */
function misplaced(calls: ReadonlyMap<string, TracedCall>, log: readonly LoggedEvent[]): string[] {
  const problems: string[] = [];
  let first: { readonly entityId: string; readonly answeredAt: number } | undefined;
  for (const { entityId, correlationId } of log.toReversed()) {
    const { calledAt = -Infinity, answeredAt = Infinity } = calls.get(correlationId) ?? {};
    if (first !== undefined && first.answeredAt < calledAt)
      problems.push(`${first.entityId} was answered before ${entityId} was asked for, and is after it in the log.`);
    if (first === undefined || answeredAt < first.answeredAt) first = { entityId, answeredAt };
  }
  return problems;
}
