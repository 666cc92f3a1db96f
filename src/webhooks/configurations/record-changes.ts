import type { EventLog } from '../../events/log/event-log.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { configurationWasChanged, type Changer, type ConfigurationPart } from './webhook-configuration.events.ts';

export interface RecordingDependencies {
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

interface Changes extends Changer {
  readonly id: string;
  readonly parts: readonly ConfigurationPart[];
}

/** Records an event for each change of a configuration, last in its transaction. */
export async function recordChanges(
  transaction: Transaction,
  { eventLog, clock, random }: RecordingDependencies,
  { parts, ...of }: Changes,
): Promise<void> {
  const at = clock.now();
  for (const change of parts)
    await eventLog.record(transaction, configurationWasChanged({ ...of, change, at }, random));
  if (parts.length > 0) transaction.afterCommit(eventLog.wake);
}
