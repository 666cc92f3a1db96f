import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { ProviderCall, ProviderClient, ProviderReply, ProviderRequest } from '../calls/provider-call.ts';
import { toldJson } from '../calls/provider-json.ts';
import { toldRefusal, type ToldRefusal } from '../calls/provider-refusal.ts';
import type { AskProvider } from './provider-mutation.ts';

/** What mutations that the provider does stand on. */
export interface ProviderSide {
  readonly client: ProviderClient;
  /** Longest time that a call takes, waiting for its turn included. */
  readonly timeoutMs: number;
  /** How long what it has answered is served again without asking, in milliseconds. */
  readonly freshMs: number;
  readonly secrets: SecretBox;
  readonly clock: Clock;
  readonly random: Random;
  /** Is notified of a mutation that was refused by an unknown code. */
  readonly noteUnmapped: (mutation: string) => void;
}

/** Who asks the provider for something. */
export interface ProviderCaller {
  readonly partnerId: string;
  readonly correlationId: string;
}

/** What an answer of the provider is to a mutation. */
export type Reading<Answer> =
  | { readonly kind: 'DONE'; readonly answer: Answer; readonly isReplay: boolean }
  | { readonly kind: 'REFUSED'; readonly told: ToldRefusal }
  | Exclude<ProviderReply, { readonly kind: 'ANSWERED' }>;

/** A success that cannot be read counts as no answer: what was done is found out otherwise. */
export function readingOf<Answer>(reply: ProviderReply, read: (body: unknown) => Answer | undefined): Reading<Answer> {
  if (reply.kind !== 'ANSWERED') return reply;
  const { status, headers, body } = reply;
  if (status >= 400) return { kind: 'REFUSED', told: toldRefusal(status, body) };
  const answer = read(toldJson(body));
  if (answer === undefined) return { kind: 'UNANSWERED' };
  return { kind: 'DONE', answer, isReplay: headers['idempotent-replayed'] === 'true' };
}

/** How urgent a question is, and how long it may take, in milliseconds. */
type Urgency = Pick<ProviderCall, 'priority' | 'timeoutMs'>;

/** Asks for what the provider has. */
export function asking(
  { client }: Pick<ProviderSide, 'client'>,
  { partnerId, correlationId }: ProviderCaller,
  urgency: Urgency,
): AskProvider {
  return async (request: ProviderRequest) => {
    const reply = await client.call({ ...request, partnerId, correlationId, ...urgency });
    if (reply.kind !== 'ANSWERED') return undefined;
    if (reply.status === 404) return 'absent';
    return reply.status < 300 ? { body: toldJson(reply.body) } : undefined;
  };
}

/** Of whom an intent is, and with what it is settled. */
export interface OpenIntent<Wanted> {
  readonly id: string;
  readonly lease: string;
  readonly key: string;
  readonly isClientsKey: boolean;
  readonly fingerprint: string;
  readonly requester: ProviderCaller & { readonly companyKey: string };
  readonly wanted: Wanted;
  /** When it was first asked for. */
  readonly since: Date;
  /** What commits with the outcome has the audit's entry. */
  readonly database: Database;
}
