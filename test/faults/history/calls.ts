import type { Call } from './find-order.ts';

/** A call between two instants. */
export function answered<Asked, Answer>(
  [calledAt, answeredAt]: readonly [number, number],
  asked: Asked,
  answer: Answer,
): Call<Asked, Answer> {
  return { client: 'client', asked, calledAt, answer, answeredAt };
}

/** A call whose answer never came. */
export function lost<Asked>(calledAt: number, asked: Asked): Call<Asked, never> {
  return { client: 'client', asked, calledAt, answer: undefined, answeredAt: Infinity };
}
