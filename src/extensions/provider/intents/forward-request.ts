import type { DomainError } from '../../../kernel/domain-error.ts';
import type { Caller } from '../../../platform/database/caller.ts';
import type { ProviderRequest } from '../calls/provider-call.ts';
import type { Asking } from './provider-mutation.ts';
import { readingOf, type ProviderSide } from './provider-side.ts';
import { readRefusal, type RefusalReading } from './read-refusal.ts';
import { Undecided } from '../../../kernel/undecided.ts';

/** A request that is only forwarded, and how its answer is read. */
export interface ForwardedRequest<Wanted, Answer> extends RefusalReading<Wanted> {
  readonly request: (wanted: Wanted) => ProviderRequest | Promise<ProviderRequest>;
  /** Reads the body of a 2xx; undefined if it cannot be read. */
  readonly read: (body: unknown) => Answer | undefined;
  /** A sentence for a client whose retry is refused because the first attempt, which had no answer, counted. */
  readonly advice?: string;
}

/** Sends a request that is safe to repeat: it has no intent, and a lost answer stays lost. */
export async function forwardRequest<Wanted, Answer>(
  side: ProviderSide,
  what: ForwardedRequest<Wanted, Answer>,
  { requester, wanted, database }: Caller & Asking<Wanted>,
): Promise<Answer | DomainError | Undecided> {
  const { partnerId, correlationId } = requester;
  const request = await what.request(wanted);
  const reply = await side.client.call({ ...request, partnerId, correlationId, priority: 'MUTATION' });
  const reading = readingOf(reply, what.read);
  switch (reading.kind) {
    case 'DONE':
      return reading.answer;
    case 'REFUSED':
      return readRefusal(side, what, { reported: reading.refusal, requester, wanted, database });
    case 'NOT_SENT':
      return Undecided.notSent(reading.retryAfterSeconds);
    case 'CREDENTIALS_REFUSED':
      return Undecided.credentialsRefused();
    case 'UNANSWERED':
    case 'SILENT':
      return Undecided.unanswered(undefined, what.advice);
  }
}
