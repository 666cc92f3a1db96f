/** Maximum number of calls in one transaction. */
export const TOGETHER_MAX = 32;

/**
 * Runs calls in one transaction.
 * @param isBrief whether to give up soon if a lock is not free, since all calls wait together
 * @returns a result for each, in their order
 */
export type DoTogether<Call, Result> = (calls: readonly Call[], isBrief: boolean) => Promise<readonly Result[]>;

/** A call whose transaction has not ended. */
export interface WaitingCall<Call, Result> {
  readonly call: Call;
  /** Names what it locks. */
  readonly lock: string;
  /** On the monotonic clock. */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

export function callsOf<Call>(waiting: readonly { readonly call: Call }[]): readonly Call[] {
  return waiting.map(({ call }) => call);
}

export function resolveAll<Call, Result>(
  calls: readonly WaitingCall<Call, Result>[],
  results: readonly Result[],
): void {
  for (const [nth, result] of results.entries()) calls[nth]?.resolve(result);
}

export function rejectAll<Call, Result>(calls: readonly WaitingCall<Call, Result>[], reason: unknown): void {
  for (const { reject } of calls) reject(reason);
}
