import type { RequiredEntityData } from '@mikro-orm/core';
import type { Database } from '../../platform/database/database.ts';
import { WebhookReprocessing } from './webhook-reprocessing.entity.ts';

/** No id is greater: a reprocessing by filter begins with the messages that were sent before it. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Started = Omit<
  RequiredEntityData<WebhookReprocessing>,
  'requeued' | 'refused' | 'reachedSentDate' | 'reachedId'
> & {
  readonly createdAt: Date;
};

/** Stores a reprocessing that has sent nothing again yet. */
export function startReprocessing(database: Database, started: Started): Promise<WebhookReprocessing> {
  const progress = { requeued: 0, refused: 0, reachedSentDate: started.createdAt, reachedId: LAST_ID };
  return database.transaction(({ entities }) =>
    Promise.resolve(entities.create(WebhookReprocessing, { ...started, ...progress })),
  );
}
