import { cashInEvents } from '../../bank/cash-ins/cash-in.events.ts';
import { drawEndToEndId } from '../../bank/cash-ins/end-to-end-id.value.ts';
import { CashInRail } from '../../bank/cash-ins/cash-in.enum.ts';
import type { CashInTerms } from '../../bank/cash-ins/cash-in.rows.ts';
import { registrationEvent } from '../../bank/registrations/registration.events.ts';
import type { Random } from '../../kernel/random.ts';
import type { DomainEvent } from '../../kernel/domain-event.ts';
import { oldestSearchDate } from '../../kernel/search-period.ts';
import {
  SANDBOX_HAPPENINGS,
  SANDBOX_WEBHOOKS,
  WEBHOOKS_PARTNER_ID,
  type SandboxHappening,
} from './sandbox-webhooks.ts';
import { SANDBOX_PAYER, SANDBOX_REPROVED_CPFS } from './sandbox-world.ts';

const HOUR_MS = 3_600_000;
/** Age of the newest event, in milliseconds: all its calls have ended. */
const NEWEST_AGE_MS = 3 * HOUR_MS;
/** How long the oldest event can still be searched for, in milliseconds, until it is more than six months old. */
const SEARCHABLE_MS = 7 * 24 * HOUR_MS;
/** An exponent: above 1, events become denser towards the present. */
const DENSITY = 1.3;
/** Shortest analysis of a registration, and how much longer each next one takes, in milliseconds. */
const ANALYSIS_MS = 41_000;
const ANALYSIS_STEP_MS = 5_300;

const APPROVED_CPFS = ['10020030169', '10020030320', '10020031050'];
const PENDING_DOCUMENT = '10020030916';

/** Number of the partner's events that are no longer kept: its log starts with the next one. */
export const FORGOTTEN_EVENTS = 10;

/** An account that money came into. */
export interface PastAccount {
  readonly id: string;
  readonly branch: string;
  readonly number: string;
}

/** An event with its position in the log. */
export interface PastEvent extends DomainEvent {
  readonly position: number;
  readonly capturedAt: Date;
}

interface PastCashIn extends CashInTerms {
  readonly rail: CashInRail;
  readonly createdAt: Date;
}

export interface Past {
  readonly cashIns: readonly PastCashIn[];
  /** In the order of the log. */
  readonly events: readonly PastEvent[];
}

/** Makes the history of the partner up to `now`: its cash-ins, and the events that are kept. */
export function pastUntil(now: Date, accounts: readonly PastAccount[], random: Random): Past {
  const cashIns: PastCashIn[] = [];
  const events = SANDBOX_HAPPENINGS.flatMap((kind, nth): DomainEvent[] => {
    const at = happenedAt(nth, now);
    if (kind !== 'PIX' && kind !== 'TED') return registrationEvents(kind, nth, { at, random });
    const account = pickOf(accounts, nth);
    const cashIn = cashInOf(kind, nth, { account, at, random });
    cashIns.push({ ...cashIn, rail: kind, createdAt: at });
    const reception = { cashIn, rail: kind, account, requester: newRequester(random), at };
    const { received, cleared } = cashInEvents(reception, random);
    const happened = [received, cleared];
    return happened.filter(isReceived);
  });
  return {
    cashIns,
    events: events.map((event, index) => ({ ...event, ...positionOf(event, FORGOTTEN_EVENTS + index + 1) })),
  };
}

/** The history has only events that systems of the partner receive. */
function isReceived({ name }: DomainEvent): boolean {
  return SANDBOX_WEBHOOKS.some(({ eventName }) => eventName === name);
}

/** Returns when the nth happened: between almost six months and a few hours ago. */
function happenedAt(nth: number, now: Date): Date {
  const oldestAgeMs = now.getTime() - Date.parse(oldestSearchDate(new Date(now.getTime() + SEARCHABLE_MS)));
  const last = SANDBOX_HAPPENINGS.length - 1;
  const ageMs = NEWEST_AGE_MS + (oldestAgeMs - NEWEST_AGE_MS) * ((last - nth) / last) ** DENSITY;
  return new Date(now.getTime() - Math.round(ageMs));
}

/** The events of one cash-in are captured at the same time. */
function positionOf({ occurredAt }: DomainEvent, position: number) {
  const happenedMs = occurredAt.getTime();
  return { position, capturedAt: new Date(happenedMs + 6 + (happenedMs % 40)) };
}

function newRequester(random: Random) {
  return { partnerId: WEBHOOKS_PARTNER_ID, companyKey: WEBHOOKS_PARTNER_ID, correlationId: random.uuid() };
}

function cashInOf(
  rail: CashInRail,
  nth: number,
  { account, at, random }: { account: PastAccount; at: Date; random: Random },
): CashInTerms {
  const cents = 1_250 + ((nth * 37_130) % 480_000);
  return {
    id: random.timeOrderedUuid(at),
    accountId: account.id,
    amount: (cents / 100).toFixed(2),
    currency: 'BRL',
    endToEndId: rail === CashInRail.PIX ? drawEndToEndId(SANDBOX_PAYER.account.bank.ispb, at, random) : null,
  };
}

function registrationEvents(
  outcome: Exclude<SandboxHappening, CashInRail>,
  nth: number,
  { at, random }: { at: Date; random: Random },
): DomainEvent[] {
  const registration = {
    registrationId: random.timeOrderedUuid(at),
    documentNumber: documentOf(outcome, nth),
    requester: newRequester(random),
  };
  const received = registrationEvent({ ...registration, status: 'PENDING_APPROVAL', at }, random);
  if (outcome === 'PENDING') return [received];
  const decidedAt = new Date(at.getTime() + ANALYSIS_MS + nth * ANALYSIS_STEP_MS);
  return [received, registrationEvent({ ...registration, status: outcome, at: decidedAt }, random)];
}

function documentOf(outcome: Exclude<SandboxHappening, CashInRail>, nth: number): string {
  switch (outcome) {
    case 'APPROVED':
      return pickOf(APPROVED_CPFS, nth);
    case 'REPROVED':
      return pickOf(SANDBOX_REPROVED_CPFS, nth);
    case 'PENDING':
      return PENDING_DOCUMENT;
  }
}

function pickOf<Item>(items: readonly Item[], nth: number): Item {
  const item = items[nth % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
