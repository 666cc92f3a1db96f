/** A call to a mutation, and what it was answered. */
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
 * What is wrong with the audit trail, in sentences: an effect has an entry, which commits with it; of what had none, which is
 * stored later and may be in the log instead, and of lost answers there is one at most beside that of the failure. Each
 * says what was answered.
 */
export function auditProblems(calls: readonly AuditedCall[], entries: readonly AuditEntry[]): readonly string[] {
  const byCall = Map.groupBy(entries, nameOf);
  return calls.flatMap((call) => {
    const all = byCall.get(nameOf(call)) ?? [];
    // Of what was committed unheard the trail has the effect, and that its caller was told of a failure.
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
