/** Time from finding a month old to detaching it, and from detaching it to dropping it, in milliseconds. */
const STEP_MS = 24 * 3_600_000;

/** A month that is being retired, by the name of its partition; names sort as months do. */
interface Retiring {
  readonly name: string;
  readonly foundAt: Date;
  /** When it became a table of its own; if it did not yet, it is still a partition. */
  readonly detachedAt?: Date | null | undefined;
}

export interface MonthsOfTable {
  /** Existing partitions, oldest first. */
  readonly partitions: readonly string[];
  /** Oldest first. */
  readonly retiring: readonly Retiring[];
  /** Name of the oldest partition that is kept. */
  readonly oldest: string;
  readonly now: Date;
  /** Requested by an operator: no step waits, and all old months are removed immediately. */
  readonly atOnce: boolean;
}

/** What to do with which months now, in this order. */
export interface RetiringSteps {
  /** Detached already. */
  readonly drop: readonly string[];
  readonly find: readonly string[];
  readonly detach: readonly string[];
  /** Months that were found old by a wrong clock. */
  readonly keep: readonly string[];
}

/**
 * Decides the next steps. A month is retired in three, a day apart: found old, detached, dropped. Only one a day is
 * found and only one a day is detached, so that a wrong clock has removed nothing within a day, and can be corrected. A
 * month that was detached by one has a successor of its name, which is found only once the detached one is dropped.
 */
export function retiringSteps({ partitions, retiring, oldest, now, atOnce }: MonthsOfTable): RetiringSteps {
  const old = partitions.filter((name) => name < oldest);
  const detached = retiring.filter(({ name, detachedAt }) => detachedAt && name < oldest);
  const isDayAgo = (instant: Date | null | undefined) => instant && now.getTime() - instant.getTime() >= STEP_MS;
  const found = retiring.filter(({ detachedAt }) => !detachedAt);
  const drop = detached.filter(({ detachedAt }) => atOnce || isDayAgo(detachedAt)).map(({ name }) => name);
  const unknown = old.filter((name) => drop.includes(name) || !retiring.some((one) => one.name === name));
  if (atOnce) return { drop, find: unknown, detach: old, keep: [] };
  const waits = detached.length > drop.length;
  const detach = found.filter(({ name, foundAt }) => name < oldest && isDayAgo(foundAt) && !waits).slice(0, 1);
  const detachNames = detach.map(({ name }) => name);
  const waiting = found.filter(({ name }) => name < oldest && !detachNames.includes(name));
  return {
    drop,
    find: waiting.length === 0 ? unknown.slice(0, 1) : [],
    detach: detachNames,
    keep: found.filter(({ name }) => name >= oldest).map(({ name }) => name),
  };
}
