/** A place in the events of a partner: the epoch, which each restore of the log increments, and the position. */
export interface Place {
  readonly epoch: number;
  readonly position: number;
}

/** Each place has exactly one form; a number holds 15 digits exactly. */
const FORM = /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/;

export function isSequence(text: string): boolean {
  return FORM.test(text);
}

/** @throws Error if the text is not a sequence */
export function placeOf(sequence: string): Place {
  const [, epoch, position] = FORM.exec(sequence) ?? [];
  if (epoch === undefined) throw new Error(`${sequence} is not a sequence such as 2.1841.`);
  return { epoch: Number(epoch), position: Number(position) };
}

/** Returns a number below 0 if the first comes before the second. Later epochs come after all earlier ones. */
export function compareSequences(one: string, other: string): number {
  const [first, second] = [placeOf(one), placeOf(other)];
  return first.epoch === second.epoch ? first.position - second.position : first.epoch - second.epoch;
}
