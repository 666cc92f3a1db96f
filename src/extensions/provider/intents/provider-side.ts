import type { Clock } from '../../../kernel/clock.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { ProviderCall, ProviderClient, ProviderReply, ProviderRequest } from '../calls/provider-call.ts';
import { providerAnswer } from '../calls/provider-json.ts';
import { providerRefusal, type ProviderRefusal } from '../calls/provider-refusal.ts';
import type { AskProvider } from './provider-mutation.ts';

/** What mutations at the provider depend on. */
export interface ProviderSide {
  readonly client: ProviderClient;
  /** Longest time that a call takes, including its wait for a turn, in milliseconds. */
  readonly timeoutMs: number;
  /** How long a stored answer is served without asking the provider again, in milliseconds. */
  readonly freshMs: number;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  /** Counts a mutation that was refused with an unknown code. */
  readonly noteUnmapped: (mutation: string) => void;
  /** Logs that the database did not accept an answer. */
  readonly noteUnstored: (error: unknown) => void;
}

/** Partner and request on whose behalf the provider is called. */
export interface ProviderCaller {
  readonly partnerId: string;
  readonly correlationId: string;
}

/** What a reply of the provider means for a mutation. */
export type Reading<Answer> =
  | { readonly kind: 'DONE'; readonly answer: Answer; readonly isReplay: boolean }
  | { readonly kind: 'REFUSED'; readonly refusal: ProviderRefusal }
  /** It was done, but the answer does not say what: that is looked for. */
  | { readonly kind: 'SILENT' }
  | Exclude<ProviderReply, { readonly kind: 'ANSWERED' }>;

/** Reads a reply. What was done is found out in other ways if a success cannot be read. */
export function readingOf<Answer>(reply: ProviderReply, read: (body: unknown) => Answer | undefined): Reading<Answer> {
  if (reply.kind !== 'ANSWERED') return reply;
  const { status, headers, body } = reply;
  if (status >= 400) return { kind: 'REFUSED', refusal: providerRefusal(status, body) };
  const said = providerAnswer(body);
  // What is not JSON, such as the page of a proxy, need not be of the provider, even where nothing is expected.
  if (said === undefined && body.trim() !== '') return { kind: 'UNANSWERED' };
  const answer = read(said);
  if (answer === undefined) return { kind: 'SILENT' };
  return { kind: 'DONE', answer, isReplay: headers['idempotent-replayed'] === 'true' };
}

/** Priority of a question, and how long it may take, in milliseconds. */
type Urgency = Pick<ProviderCall, 'priority' | 'timeoutMs'>;

/**
 * Returns a function that asks the provider for data.
 * @param noteReply receives the reply to each question
 */
export function asking(
  { client }: Pick<ProviderSide, 'client'>,
  { partnerId, correlationId }: ProviderCaller,
  urgency: Urgency,
  noteReply?: (reply: ProviderReply) => void,
): AskProvider {
  return async (request: ProviderRequest) => {
    const reply = await client.call({ ...request, partnerId, correlationId, ...urgency });
    noteReply?.(reply);
    if (reply.kind !== 'ANSWERED') return undefined;
    if (reply.status === 404) return 'absent';
    if (reply.status === 204) return { body: null };
    return reply.status < 300 ? { body: providerAnswer(reply.body) } : undefined;
  };
}

/** An open intent, and what it is settled with. */
export interface OpenIntent<Wanted> {
  readonly id: string;
  readonly lease: string;
  readonly key: string;
  readonly isClientsKey: boolean;
  readonly fingerprint: string;
  readonly requester: ProviderCaller & { readonly companyKey: string };
  readonly wanted: Wanted;
  /** When it was first requested. */
  readonly since: Date;
  /** Writes the audit entry in the commit of the outcome. */
  readonly database: Database;
}
