/** A call to a mutation, and its answer. */
export interface AuditedCall {
  readonly correlationId: string;
  readonly mutation: string | undefined;
  /** Type of the answer; undefined when it was lost. */
  readonly result: string | undefined;
  readonly answer: object | undefined;
}

export interface AuditEntry {
  readonly correlationId: string;
  readonly mutation: string;
  readonly result: string;
}

/**
 * Returns what is wrong with the audit trail, in sentences: an effect has an entry, which commits with it; a call
 * without an effect, whose entry is stored later and may be only in the log, has at most one, and so has a lost call,
 * besides that of its failure. Each entry must have the result that was answered.
 */
export function auditProblems(calls: readonly AuditedCall[], entries: readonly AuditEntry[]): readonly string[] {
  const byCall = Map.groupBy(entries, nameOf);
  return calls.flatMap((call) => {
    const all = byCall.get(nameOf(call)) ?? [];
    // If a commit succeeded but its answer was lost, the trail has the effect, and also the failure that was reported.
    const own = call.result === undefined ? all.filter(({ result }) => result !== 'Failed') : all;
    const results = own.map(({ result }) => result);
    if (own.length > 1) return [`${nameOf(call)} (${call.result}) has the audit entries ${results.join(', ')}.`];
    if (own.length === 0) return hasEffect(call) ? [`${nameOf(call)} has no audit entry.`] : [];
    return own
      .filter(({ result }) => call.result !== undefined && call.result !== result)
      .map(({ result }) => `${nameOf(call)} was answered ${call.result}, and its audit entry says ${result}.`);
  });
}

function nameOf({ mutation, correlationId }: Pick<AuditedCall, 'mutation' | 'correlationId'>): string {
  return `${mutation} ${correlationId}`;
}

function hasEffect({ result, answer }: AuditedCall): boolean {
  const isReplay = answer !== undefined && 'replayed' in answer && answer.replayed === true;
  return result?.endsWith('Success') === true && !isReplay;
}
