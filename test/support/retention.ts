import { capabilities } from '../../src/capabilities.ts';
import type { Forget } from '../../src/platform/loops/retention.ts';

/** Returns what deletes old data in the loop of that name. */
export function forget(name: string): Forget {
  const retention = capabilities.flatMap((capability) => capability.retention ?? []).find((one) => one.name === name);
  if (retention === undefined) throw new Error(`Nothing is forgotten by ${name}.`);
  return retention.forget;
}
