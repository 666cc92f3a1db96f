import type { Looked } from './provider-mutation.ts';

/** What the provider shows that is like a mutation's result; `isWhole`: there can be nothing else like it. */
interface Shown<Answer> {
  readonly like: readonly Answer[];
  readonly isWhole: boolean;
}

/**
 * Picks the answer of a mutation among similar ones: the only one that is not stored here yet.
 * @param idOf returns the id under which an answer is stored, if it is
 */
export async function matchAnswer<Answer>(
  { like, isWhole }: Shown<Answer>,
  idOf: (answer: Answer) => Promise<string | undefined>,
): Promise<Looked<Answer>> {
  const ids = await Promise.all(like.map(idOf));
  const [answer, ...others] = like.filter((_, nth) => ids[nth] === undefined);
  if (others.length > 0) return 'several';
  if (!isWhole) return 'unanswered';
  return answer === undefined ? 'nothing' : { answer };
}
