import type { RequiredEntityData } from '@mikro-orm/core';
import { advisoryLock } from '../../platform/database/advisory-lock.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import { tooManyReprocessings, type TooManyReprocessings } from './reprocessing.errors.ts';
import { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** No id is greater: a reprocessing by filter begins with the messages that were sent before it. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Maximum number of unfinished reprocessings of a partner (ours): each reads up to all messages of a month. */
const OPEN_MAX = 100;

/** Serializes the starts of a partner, so that no two see the same number of others. */
const LOCK_REPROCESSINGS = statement(
  'lock_webhook_reprocessings',
  `select ${advisoryLock('webhook-reprocessings', '$1')}`,
);

type Started = Omit<
  RequiredEntityData<WebhookReprocessing>,
  'requeued' | 'refused' | 'reachedSentDate' | 'reachedId'
> & {
  readonly partnerId: string;
  readonly createdAt: Date;
};

/** Stores a reprocessing that has sent nothing again yet. */
export function startReprocessing(
  database: Database,
  started: Started,
): Promise<WebhookReprocessing | TooManyReprocessings> {
  const { partnerId, createdAt } = started;
  const progress = { requeued: 0, refused: 0, reachedSentDate: createdAt, reachedId: LAST_ID };
  return database.transaction(async (transaction) => {
    const { entities } = transaction;
    await transaction.run(LOCK_REPROCESSINGS, [partnerId]);
    const open = await entities.count(WebhookReprocessing, { partnerId, finishedAt: null });
    if (open >= OPEN_MAX) return tooManyReprocessings(OPEN_MAX);
    return entities.create(WebhookReprocessing, { ...started, ...progress });
  });
}
