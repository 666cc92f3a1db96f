import type { Looked } from './provider-mutation.ts';

/**
 * Picks the answer of a mutation among similar ones: the only one that is not stored here yet.
 * @param idOf returns the id under which an answer is stored, if it is
 */
export async function matchAnswer<Answer>(
  like: readonly Answer[],
  idOf: (answer: Answer) => Promise<string | undefined>,
): Promise<Looked<Answer>> {
  const ids = await Promise.all(like.map(idOf));
  const [answer, ...others] = like.filter((_, nth) => ids[nth] === undefined);
  if (answer === undefined) return 'nothing';
  return others.length > 0 ? 'several' : { answer };
}
