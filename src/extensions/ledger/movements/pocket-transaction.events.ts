import type { Random } from '../../../kernel/random.ts';
import { Origin } from '../../../kernel/origin.ts';
import { EventContext, type DomainEvent } from '../../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../../kernel/event-definition.ts';
import type { Requester } from '../../../kernel/requester.ts';
import { PocketTransactionStatus, PocketTransactionType } from './pocket-transaction.enum.ts';
import type { PocketTransactionRow } from './pocket-transaction.rows.ts';

const CODE = '019a9c1e-6a10-7c2d-9e8f-1a2b3c4d5e6f';
const POCKET = { type: 'string', description: 'Number of the pocket.', example: '2000018412BRL' } as const;

function completed(name: string, type: PocketTransactionType, description: string) {
  return defineEvent({
    name,
    context: EventContext.POCKET,
    origin: Origin.PARTNER_API,
    version: '2.0',
    description,
    entityId: POCKET,
    data: {
      authenticationCode: { type: 'string', description: 'Code of the transaction.', example: CODE, format: 'uuid' },
      type: { type: 'string', description: 'What it was.', example: type, enum: Object.values(PocketTransactionType) },
      status: {
        type: 'string',
        description: 'How far it is.',
        example: PocketTransactionStatus.DONE,
        enum: Object.values(PocketTransactionStatus),
      },
      amount: {
        type: 'object',
        description: 'How much was moved.',
        properties: {
          value: { type: 'number', description: 'A number, with at most two decimals.', example: 10.5 },
          currency: { type: 'string', description: 'Currency, by ISO 4217.', example: 'BRL' },
        },
      },
      pocket: { type: 'object', description: 'The pocket.', properties: { number: POCKET } },
      account: {
        type: 'object',
        description: 'The payment account that the pocket belongs to.',
        properties: {
          branch: { type: 'string', description: 'Branch of the account.', example: '0001' },
          number: { type: 'string', description: 'Number of the account.', example: '100001' },
        },
      },
      createdAt: {
        type: 'string',
        description: 'When it was made, in UTC.',
        example: '2026-11-20T12:00:00.123Z',
        format: 'date-time',
      },
    },
  });
}

export const POCKET_ACCOUNT_SAVING_WAS_COMPLETED = completed(
  'POCKET_ACCOUNT_SAVING_WAS_COMPLETED',
  PocketTransactionType.SAVING,
  'Money was moved into a pocket.',
);
export const POCKET_ACCOUNT_REDEEM_WAS_COMPLETED = completed(
  'POCKET_ACCOUNT_REDEEM_WAS_COMPLETED',
  PocketTransactionType.REDEEM,
  'Money was moved back from a pocket.',
);

/** The event of each type. */
const COMPLETED = { SAVING: POCKET_ACCOUNT_SAVING_WAS_COMPLETED, REDEEM: POCKET_ACCOUNT_REDEEM_WAS_COMPLETED } as const;

interface Completion {
  readonly movement: PocketTransactionRow;
  readonly account: { readonly id: string; readonly branch: string; readonly number: string };
  readonly requester: Requester;
  readonly at: Date;
}

/** The event of a transaction that is DONE. It omits the description, which can contain names. */
export function movementWasCompleted({ movement, account, requester, at }: Completion, random: Random): DomainEvent {
  const { id, type, status, amount, currency, pocketNumber: number } = movement;
  const data = {
    authenticationCode: id,
    type,
    status,
    amount: { value: JSON.rawJSON(amount), currency },
    pocket: { number },
    account: { branch: account.branch, number: account.number },
    createdAt: at.toISOString(),
  };
  return eventOf(
    COMPLETED[type],
    { entityId: number, subjectId: id, accountId: account.id, requester, at, data },
    random,
  );
}
