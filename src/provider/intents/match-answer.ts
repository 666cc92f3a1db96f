import type { Looked } from './provider-mutation.ts';

/**
 * Which of the answers that are like the wanted one it is: the only one that nothing else is known of here.
 * @param idOf id of what is stored of an answer, if anything
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
