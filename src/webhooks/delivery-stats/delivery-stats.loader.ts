import DataLoader from 'dataloader';
import { perOperation } from '../../platform/requests/request-context.ts';
import type { SearchPeriod } from '../archive/message-search.value.ts';
import { FIND_CALL_COUNTS, type CallCountRow } from './delivery-stats.rows.ts';
import { DeliveryStatsType } from './delivery-stats.type.ts';
import { deliveryStats } from './delivery-stats.value.ts';

/** A configuration, known to be the caller's, and a period. */
export interface StatsKey extends SearchPeriod {
  readonly configurationId: string;
}

/** Statistics of configurations; those requested for one period in the same turn are one statement. */
export const deliveryStatsLoader = perOperation(
  ({ database }) =>
    new DataLoader<StatsKey, DeliveryStatsType, string>(
      async (keys) => {
        const periodOf = ({ startDate, endDate }: StatsKey) => `${startDate} ${endDate}`;
        const rowsByPeriod = new Map<string, Promise<CallCountRow[]>>();
        for (const [period, group] of Map.groupBy(keys, periodOf))
          for (const { startDate, endDate } of group.slice(0, 1)) {
            const ids = group.map(({ configurationId }) => configurationId);
            rowsByPeriod.set(period, database.run(FIND_CALL_COUNTS, [ids, startDate, endDate]));
          }
        return Promise.all(
          keys.map(async (key) => {
            const rows = (await rowsByPeriod.get(periodOf(key))) ?? [];
            return new DeliveryStatsType(
              deliveryStats(rows.filter(({ configurationId }) => configurationId === key.configurationId)),
            );
          }),
        );
      },
      { cacheKeyFn: (key) => JSON.stringify(key) },
    ),
);
