import type { Random } from '../../kernel/random.ts';
import { Origin } from '../../kernel/origin.ts';
import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import { PIX_ENVELOPE_DATA, TED_ENVELOPE_DATA } from './cash-in-envelope.value.ts';
import type { CashInRail } from './cash-in.enum.ts';
import type { CashInTerms } from './cash-in.rows.ts';

const CASH_IN_ID = '019a9c1e-6a10-7c2d-9e8f-1a2b3c4d5e6f';

/** What the events of all cash-ins have in common. */
const CASH_IN = {
  origin: Origin.PARTNER_API,
  version: '1.0',
  entityId: { type: 'string', description: 'Id of the cash-in.', example: CASH_IN_ID, format: 'uuid' },
  data: {
    id: { type: 'string', description: 'Id of the cash-in.', example: CASH_IN_ID, format: 'uuid' },
    amount: { type: 'string', description: 'Amount with two decimals.', example: '150.00' },
    currency: { type: 'string', description: 'Currency of the amount, by ISO 4217.', example: 'BRL' },
    endToEndId: {
      type: 'string',
      description: 'End-to-end identification of an instant payment; null for a bank transfer.',
      example: 'E9999999920261120120000000000001',
      nullable: true,
    },
    account: {
      type: 'object',
      description: 'The payment account that received the money.',
      properties: {
        branch: { type: 'string', description: 'Branch of the account.', example: '0001' },
        number: { type: 'string', description: 'Number of the account.', example: '100001' },
      },
    },
    createdAt: {
      type: 'string',
      description: 'When the money was received, in UTC.',
      example: '2026-11-20T12:00:00.123Z',
      format: 'date-time',
    },
  },
} as const;

export const PIX_CASH_IN_WAS_RECEIVED = defineEvent({
  name: 'PIX_CASH_IN_WAS_RECEIVED',
  context: EventContext.PIX,
  description: 'An instant payment was received.',
  ...CASH_IN,
  envelopeData: PIX_ENVELOPE_DATA,
});

export const PIX_CASH_IN_WAS_CLEARED = defineEvent({
  name: 'PIX_CASH_IN_WAS_CLEARED',
  context: EventContext.PIX,
  description: 'A received instant payment was cleared.',
  ...CASH_IN,
  envelopeData: PIX_ENVELOPE_DATA,
});

export const TED_CASH_IN_WAS_RECEIVED = defineEvent({
  name: 'TED_CASH_IN_WAS_RECEIVED',
  context: EventContext.TED,
  description: 'A bank transfer was received.',
  ...CASH_IN,
  envelopeData: TED_ENVELOPE_DATA,
});

export const TED_CASH_IN_WAS_CLEARED = defineEvent({
  name: 'TED_CASH_IN_WAS_CLEARED',
  context: EventContext.TED,
  description: 'A received bank transfer was cleared.',
  ...CASH_IN,
  envelopeData: TED_ENVELOPE_DATA,
});

type CashInEvents = readonly [received: typeof PIX_CASH_IN_WAS_RECEIVED, cleared: typeof PIX_CASH_IN_WAS_RECEIVED];

/** The events of a cash-in by rail, in this order. */
export const EVENTS_OF: Readonly<Record<CashInRail, CashInEvents>> = {
  PIX: [PIX_CASH_IN_WAS_RECEIVED, PIX_CASH_IN_WAS_CLEARED],
  TED: [TED_CASH_IN_WAS_RECEIVED, TED_CASH_IN_WAS_CLEARED],
};

export interface CashInReception {
  readonly cashIn: CashInTerms;
  readonly rail: CashInRail;
  readonly account: { readonly branch: string; readonly number: string };
  readonly requester: Requester;
  readonly at: Date;
  /** When it was cleared, if later. */
  readonly clearedAt?: Date;
}

/** Returns the events of a cash-in. They contain neither the payer nor the account holder. */
export function cashInEvents(
  { cashIn, rail, account, requester, at, clearedAt = at }: CashInReception,
  random: Random,
): Readonly<Record<'received' | 'cleared', DomainEvent>> {
  const { id, amount, currency, endToEndId } = cashIn;
  const { branch, number } = account;
  const data = { id, amount, currency, endToEndId, account: { branch, number }, createdAt: at.toISOString() };
  const subject = { entityId: id, subjectId: id, accountId: cashIn.accountId };
  const [received, cleared] = EVENTS_OF[rail];
  return {
    received: eventOf(received, { ...subject, requester, at, data }, random),
    cleared: eventOf(cleared, { ...subject, requester, at: clearedAt, data }, random),
  };
}
