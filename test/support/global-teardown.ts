import { rmSync } from 'node:fs';

/** Removes what the set-up made. */
export default function globalTeardown(): void {
  const directory = process.env['GATEWAY_TEST_TEMPLATE'];
  if (directory !== undefined) rmSync(directory, { recursive: true });
}
