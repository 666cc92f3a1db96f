import {
  PIX_CASH_IN_WAS_CLEARED,
  PIX_CASH_IN_WAS_RECEIVED,
  TED_CASH_IN_WAS_CLEARED,
} from '../../bank/cash-ins/cash-in.events.ts';
import {
  CUSTOMER_WAS_APPROVED,
  CUSTOMER_WAS_RECEIVED,
  CUSTOMER_WAS_REPROVED,
} from '../../bank/registrations/registration.events.ts';
import type { EventContext, EventName } from '../../kernel/domain-event.ts';

/** The partner of the sandbox that has webhooks. */
export const WEBHOOKS_PARTNER_ID = 'ACME_PAY';

/** How an endpoint ended up: it works, it failed and its messages are held, or it answered 410 Gone. */
export type WebhookFate = 'SERVES' | 'FELL' | 'GONE';

export interface SandboxWebhook {
  readonly name: string;
  readonly context: EventContext;
  readonly eventName: EventName;
  readonly uri: string;
  readonly publicKey: string;
  readonly fate: WebhookFate;
  readonly wasUpdated: boolean;
}

/** None of pocket events, so that trying out pockets causes no failed deliveries. */
const SUBSCRIPTIONS = [
  { event: PIX_CASH_IN_WAS_RECEIVED, title: 'Pix received', path: '/pix' },
  { event: PIX_CASH_IN_WAS_CLEARED, title: 'Pix cleared', path: '/pix' },
  { event: TED_CASH_IN_WAS_CLEARED, title: 'TED cleared', path: '/ted' },
  { event: CUSTOMER_WAS_RECEIVED, title: 'Customer received', path: '/customers' },
  { event: CUSTOMER_WAS_APPROVED, title: 'Customer approved', path: '/customers' },
  { event: CUSTOMER_WAS_REPROVED, title: 'Customer reproved', path: '/customers' },
];

/** Hosts on a reserved domain, which has no addresses (RFC 2606), so nothing is ever reached. */
const TARGETS = [
  { system: 'app', base: 'https://hooks.acme-pay.example', publicKey: 'acme-app-5f1c7e90' },
  { system: 'ledger', base: 'https://ledger.acme-pay.example/events', publicKey: 'acme-ledger-a83d02b4' },
];

const FATES: Readonly<Record<string, WebhookFate>> = {
  'Pix cleared to ledger': 'FELL',
  'Customer reproved to ledger': 'GONE',
};
const NEVER_UPDATED = 'TED cleared to ledger';

/** The webhook configurations of the sandbox: each event goes to two systems of the partner. */
export const SANDBOX_WEBHOOKS: readonly SandboxWebhook[] = SUBSCRIPTIONS.flatMap(({ event, title, path }) =>
  TARGETS.map(({ system, base, publicKey }): SandboxWebhook => {
    const name = `${title} to ${system}`;
    const fate = FATES[name] ?? 'SERVES';
    const { context, name: eventName } = event;
    return { name, context, eventName, uri: base + path, publicKey, fate, wasUpdated: name !== NEVER_UPDATED };
  }),
);

/** What can have happened to the partner: money came in, or a customer was registered, and maybe decided on. */
export type SandboxHappening = 'PIX' | 'TED' | 'APPROVED' | 'REPROVED' | 'PENDING';

const ROUND: readonly SandboxHappening[] = [
  ...(['PIX', 'APPROVED', 'TED', 'PIX', 'REPROVED', 'APPROVED', 'PIX', 'TED'] as const),
];

/** What has happened, oldest first: 65 events, and 130 messages, as each event goes to two systems. */
export const SANDBOX_HAPPENINGS: readonly SandboxHappening[] = [
  ...[...ROUND, ...ROUND, ...ROUND, ...ROUND],
  ...(['PIX', 'APPROVED', 'PENDING', 'REPROVED', 'PIX'] as const),
];

/** At which of its events, counted from 0, the failed endpoint fell; the messages of later events are held. */
export const FALLEN_AT = 8;
