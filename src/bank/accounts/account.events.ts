import type { Random } from '../../kernel/random.ts';
import { Origin } from '../../kernel/origin.ts';
import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import { AccountStatus, AccountType } from './account.enum.ts';
import type { PaymentAccountRow } from './payment-account.rows.ts';

export const ACCOUNT_WAS_CREATED = defineEvent({
  name: 'ACCOUNT_WAS_CREATED',
  context: EventContext.ACCOUNT,
  origin: Origin.GATEWAY,
  version: '1.0',
  description: 'A payment account was opened.',
  entityId: { type: 'string', description: 'Number of the account.', example: '41278356' },
  data: {
    branch: { type: 'string', description: 'Branch of the account.', example: '0001' },
    number: { type: 'string', description: 'Number of the account.', example: '41278356' },
    type: { type: 'string', description: 'Type of the account.', example: 'PAYMENT', enum: Object.values(AccountType) },
    status: {
      type: 'string',
      description: 'Status of the account.',
      example: 'ACTIVE',
      enum: Object.values(AccountStatus),
    },
    createdAt: {
      type: 'string',
      description: 'When it was opened, in UTC.',
      example: '2026-11-20T12:00:00.123Z',
      format: 'date-time',
    },
  },
});

interface Opened {
  readonly requester: Requester;
  readonly at: Date;
}

/** The event of a new account. It omits the holder. */
export function accountWasCreated(
  { id, branch, number, type, status, createdAt }: PaymentAccountRow,
  opened: Opened,
  random: Random,
): DomainEvent {
  const data = { branch, number, type, status, createdAt };
  return eventOf(ACCOUNT_WAS_CREATED, { ...opened, entityId: number, subjectId: id, accountId: id, data }, random);
}
