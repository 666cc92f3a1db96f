import DataLoader from 'dataloader';
import { perOperation, principalOf, type RequestContext } from '../../../platform/requests/request-context.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { FIND_READINGS, ReadPart } from './provider-reading.rows.ts';

type Readings = DataLoader<string, Date | undefined>;

function readingsOf(context: RequestContext, part: ReadPart): Readings {
  const { partnerId } = principalOf(context);
  return new DataLoader(async (ids) => {
    const rows = await context.database.run(FIND_READINGS, { partnerId, part, ids });
    const byId = new Map(rows.map(({ subjectId, toldAt }) => [subjectId, instantOf(toldAt)]));
    return ids.map((id) => byId.get(id));
  });
}

/** Load when subjects were last read from the provider, by their ids; one statement for all that are shown. */
export const readingLoaders: Readonly<Record<ReadPart, (context: RequestContext) => Readings>> = {
  [ReadPart.ITSELF]: perOperation((context) => readingsOf(context, ReadPart.ITSELF)),
  [ReadPart.POCKETS]: perOperation((context) => readingsOf(context, ReadPart.POCKETS)),
  [ReadPart.KEYS]: perOperation((context) => readingsOf(context, ReadPart.KEYS)),
};

/** Checks whether a reading is recent enough to be served. A future one dates from before a clock was set back. */
export function isFresh({ clock, freshMs }: ProviderSide, readAt: Date | undefined): boolean {
  return readAt !== undefined && Math.abs(clock.now().getTime() - readAt.getTime()) < freshMs;
}
