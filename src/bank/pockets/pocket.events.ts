import type { Random } from '../../kernel/random.ts';
import { EventContext, EventName, type DomainEvent } from '../../kernel/domain-event.ts';
import type { PocketRow } from './pocket.rows.ts';

/** Version of the API that pockets belong to (seed, Versioning). */
const POCKET_API_VERSION = '2.0';

export interface PocketCreation {
  readonly pocket: PocketRow;
  readonly account: { readonly branch: string; readonly number: string };
  readonly partnerId: string;
  readonly companyKey: string;
  readonly correlationId: string;
  readonly at: Date;
}

/** A pocket was created. Its user and its label, in which people write names, stay out. */
export function pocketAccountWasCreated(creation: PocketCreation, random: Random): DomainEvent {
  const { pocket, account, at } = creation;
  return {
    id: random.timeOrderedUuid(at),
    partnerId: creation.partnerId,
    companyKey: creation.companyKey,
    name: EventName.POCKET_ACCOUNT_WAS_CREATED,
    context: EventContext.POCKET,
    entityId: pocket.number,
    subjectId: pocket.id,
    idempotencyKey: random.uuid(),
    correlationId: creation.correlationId,
    occurredAt: at,
    version: POCKET_API_VERSION,
    metadata: pocket.metadata ?? {},
    data: {
      number: pocket.number,
      suffix: pocket.currency,
      currency: pocket.currency,
      type: `POCKET_${pocket.currency}`,
      status: pocket.status,
      reason: pocket.reason,
      category: pocket.category,
      useCase: pocket.useCase,
      createdAt: at.toISOString(),
      account: { branch: account.branch, number: account.number },
    },
  };
}
