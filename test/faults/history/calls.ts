import type { Call } from './find-order.ts';

/** Returns a call between two instants. */
export function answered<Operation, Answer>(
  [calledAt, answeredAt]: readonly [number, number],
  operation: Operation,
  answer: Answer,
): Call<Operation, Answer> {
  return { client: 'client', operation, calledAt, answer, answeredAt };
}

/** Returns a call without an answer. */
export function lost<Operation>(calledAt: number, operation: Operation): Call<Operation, never> {
  return { client: 'client', operation, calledAt, answer: undefined, answeredAt: Infinity };
}
