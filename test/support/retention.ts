import { capabilities } from '../../src/capabilities.ts';
import type { Forget } from '../../src/platform/loops/retention.ts';

/** Deletes what is old, as the loop of that name does. */
export function forget(name: string): Forget {
  const retention = capabilities.flatMap((capability) => capability.retention ?? []).find((one) => one.name === name);
  if (retention === undefined) throw new Error(`Nothing is forgotten by ${name}.`);
  return retention.forget;
}
