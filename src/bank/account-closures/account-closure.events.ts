import type { Random } from '../../kernel/random.ts';
import { Origin } from '../../kernel/origin.ts';
import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import { ClosureReason } from '../accounts/account.enum.ts';

export const ACCOUNT_WAS_CLOSED = defineEvent({
  name: 'ACCOUNT_WAS_CLOSED',
  context: EventContext.ACCOUNT,
  origin: Origin.GATEWAY,
  version: '1.0',
  description: 'A payment account was closed for good.',
  entityId: { type: 'string', description: 'Number of the account.', example: '41278356' },
  data: {
    branch: { type: 'string', description: 'Branch of the account.', example: '0001' },
    number: { type: 'string', description: 'Number of the account.', example: '41278356' },
    status: { type: 'string', description: 'Status of the account.', example: 'CLOSED', enum: ['CLOSED'] },
    reason: {
      type: 'string',
      description: 'Why it was closed.',
      example: 'HOLDER_REQUEST',
      enum: Object.values(ClosureReason),
    },
    closedAt: {
      type: 'string',
      description: 'When it was closed, in UTC.',
      example: '2026-11-20T12:00:00.123Z',
      format: 'date-time',
    },
  },
});

interface Closure {
  readonly account: { readonly id: string; readonly branch: string; readonly number: string };
  readonly reason: ClosureReason;
  readonly requester: Requester;
  readonly at: Date;
}

/** The event of an account that is CLOSED now. It omits the holder. */
export function accountWasClosed({ account, reason, requester, at }: Closure, random: Random): DomainEvent {
  const { id, branch, number } = account;
  const data = { branch, number, status: 'CLOSED', reason, closedAt: at.toISOString() };
  const subject = { entityId: number, subjectId: id, accountId: id };
  return eventOf(ACCOUNT_WAS_CLOSED, { ...subject, requester, at, data }, random);
}
