import type { ProviderCall } from '../calls/provider-call.ts';
import type { ProviderMutation } from './provider-mutation.ts';
import { asking, type OpenIntent, type ProviderSide } from './provider-side.ts';

/** The result of a search: it may find nothing, or several results of which one may be right. */
export type LookedFor<Answer> =
  | { readonly kind: 'DONE'; readonly answer: Answer; readonly isReplay: false }
  | { readonly kind: 'NOTHING' | 'SEVERAL' | 'UNANSWERED' };

/** Looks for what a mutation may have created. */
export async function lookFor<Wanted extends object, Answer, Row>(
  side: ProviderSide,
  mutation: ProviderMutation<Wanted, Answer, Row>,
  { requester, wanted, database, since }: OpenIntent<Wanted>,
  urgency: Pick<ProviderCall, 'priority' | 'timeoutMs'>,
): Promise<LookedFor<Answer>> {
  const ask = asking(side, requester, urgency);
  const looked = await mutation.look({ requester, wanted, ask, database, since });
  if (looked === 'several') return { kind: 'SEVERAL' };
  if (looked === 'unanswered') return { kind: 'UNANSWERED' };
  return looked === 'nothing' ? { kind: 'NOTHING' } : { kind: 'DONE', answer: looked.answer, isReplay: false };
}
