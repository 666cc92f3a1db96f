/** A place among the events of a partner: how often the log had gone back, and the position in it. */
export interface Place {
  readonly epoch: number;
  readonly position: number;
}

/** @throws Error for what is no sequence */
export function placeOf(sequence: string): Place {
  const dot = sequence.indexOf('.');
  const [epoch, position] = [Number(sequence.slice(0, dot)), Number(sequence.slice(dot + 1))];
  if (dot > 0 && Number.isSafeInteger(epoch) && Number.isSafeInteger(position)) return { epoch, position };
  throw new Error(`${sequence} is no sequence such as 2.1841.`);
}

/** Below 0: the first comes before the second. Positions of a later epoch come after those of the former ones. */
export function compareSequences(one: string, other: string): number {
  const [first, second] = [placeOf(one), placeOf(other)];
  return first.epoch === second.epoch ? first.position - second.position : first.epoch - second.epoch;
}
