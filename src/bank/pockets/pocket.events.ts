import type { Random } from '../../kernel/random.ts';
import { Origin } from '../../kernel/origin.ts';
import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import { accountTypeOf, PocketStatus, PocketUseCase } from './pocket.enum.ts';
import type { PocketRow } from './pocket.rows.ts';

const NUMBER = {
  type: 'string',
  description: 'Number of the pocket, with its suffix.',
  example: '2000018412BRL',
} as const;
const REASON = { type: 'string', description: 'Reason of the status.', example: 'HOLDER_REQUEST' } as const;
const USE_CASE = {
  type: 'string',
  description: 'What the pocket is for.',
  example: 'CORPORATE_EXPENSES',
  enum: Object.values(PocketUseCase),
} as const;
const ACCOUNT = {
  type: 'object',
  description: 'The payment account that the pocket belongs to.',
  properties: {
    branch: { type: 'string', description: 'Branch of the account.', example: '0001' },
    number: { type: 'string', description: 'Number of the account.', example: '100001' },
  },
} as const;
const statusOf = (example: PocketStatus) =>
  ({ type: 'string', description: 'Status of the pocket.', example, enum: Object.values(PocketStatus) }) as const;

export const POCKET_ACCOUNT_WAS_CREATED = defineEvent({
  name: 'POCKET_ACCOUNT_WAS_CREATED',
  context: EventContext.POCKET,
  origin: Origin.PARTNER_API,
  version: '2.0',
  description: 'A pocket account was created.',
  entityId: NUMBER,
  data: {
    number: NUMBER,
    suffix: { type: 'string', description: 'Suffix of the number: the currency.', example: 'BRL' },
    currency: { type: 'string', description: 'Currency of the pocket, by ISO 4217.', example: 'BRL' },
    type: { type: 'string', description: 'Type of the pocket.', example: 'POCKET_BRL' },
    status: statusOf('ACTIVE'),
    reason: REASON,
    category: { type: 'string', description: 'Category of the pocket.', example: 'POCKET' },
    useCase: USE_CASE,
    createdAt: {
      type: 'string',
      description: 'When it was created, in UTC.',
      example: '2026-11-20T12:00:00.123Z',
      format: 'date-time',
    },
    account: ACCOUNT,
  },
});

export const POCKET_ACCOUNT_WAS_FULLY_CLOSED = defineEvent({
  name: 'POCKET_ACCOUNT_WAS_FULLY_CLOSED',
  context: EventContext.POCKET,
  origin: Origin.PARTNER_API,
  version: '2.0',
  description: 'A pocket account was closed for good.',
  entityId: NUMBER,
  data: {
    number: NUMBER,
    status: statusOf('CLOSED'),
    reason: REASON,
    useCase: USE_CASE,
    updatedAt: {
      type: 'string',
      description: 'When it was closed, in UTC.',
      example: '2026-11-20T12:00:00.123Z',
      format: 'date-time',
    },
    account: ACCOUNT,
  },
});

export interface PocketCreation {
  /** Without its account. */
  readonly pocket: Omit<PocketRow, 'owner'>;
  /** Without its id if the statement adds it. */
  readonly account: { readonly id?: string; readonly branch: string; readonly number: string };
  readonly requester: Requester;
  readonly at: Date;
}

/** The event of a new pocket. It omits user and label, as labels can contain names. */
export function pocketAccountWasCreated(
  { pocket, account, requester, at }: PocketCreation,
  random: Random,
): DomainEvent {
  const { id, number, currency, status, reason, category, useCase, createdAt } = pocket;
  const data = {
    number,
    suffix: currency,
    currency,
    type: accountTypeOf(currency),
    status,
    reason,
    category,
    useCase,
    createdAt,
    account: { branch: account.branch, number: account.number },
  };
  const subject = { entityId: number, subjectId: id, accountId: account.id, metadata: pocket.metadata ?? {} };
  return eventOf(POCKET_ACCOUNT_WAS_CREATED, { ...subject, requester, at, data }, random);
}

/** The event of a pocket that is CLOSED now. */
export function pocketAccountWasFullyClosed(
  { pocket, account, requester, at }: PocketCreation,
  random: Random,
): DomainEvent {
  const { id, number, status, reason, useCase } = pocket;
  const { branch, number: accountNumber } = account;
  const data = {
    number,
    status,
    reason,
    useCase,
    updatedAt: at.toISOString(),
    account: { branch, number: accountNumber },
  };
  const subject = { entityId: number, subjectId: id, accountId: account.id, metadata: pocket.metadata ?? {} };
  return eventOf(POCKET_ACCOUNT_WAS_FULLY_CLOSED, { ...subject, requester, at, data }, random);
}
