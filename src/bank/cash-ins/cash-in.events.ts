import type { Random } from '../../kernel/random.ts';
import { EventContext, EventName, type DomainEvent } from '../../kernel/domain-event.ts';
import type { Requester } from '../../kernel/requester.ts';
import { CashInRail } from './cash-in.enum.ts';
import type { CashInRow } from './cash-in.rows.ts';

/** Version of the API that cash-ins belong to (seed, Versioning). */
const CASH_IN_API_VERSION = '1.0';

/** What a cash-in of a rail makes happen, in this order. */
const NAMES: Readonly<Record<CashInRail, readonly EventName[]>> = {
  PIX: [EventName.PIX_CASH_IN_WAS_RECEIVED, EventName.PIX_CASH_IN_WAS_CLEARED],
  TED: [EventName.TED_CASH_IN_WAS_CLEARED],
};

export interface CashInReception {
  readonly cashIn: CashInRow;
  readonly rail: CashInRail;
  readonly account: { readonly branch: string; readonly number: string };
  readonly requester: Requester;
  readonly at: Date;
}

/** The events of a cash-in, in the order in which they happened. Who paid and who holds the account stay out. */
export function cashInEvents({ cashIn, rail, account, requester, at }: CashInReception, random: Random): DomainEvent[] {
  const { id, amount, currency, endToEndId } = cashIn;
  const { branch, number } = account;
  return NAMES[rail].map((name) => ({
    id: random.timeOrderedUuid(at),
    ...requester,
    name,
    context: rail === CashInRail.PIX ? EventContext.PIX : EventContext.TED,
    entityId: id,
    subjectId: id,
    idempotencyKey: random.uuid(),
    occurredAt: at,
    version: CASH_IN_API_VERSION,
    metadata: {},
    data: { id, amount, currency, endToEndId, account: { branch, number }, createdAt: at.toISOString() },
  }));
}
