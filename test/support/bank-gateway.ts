import { Gateway } from './gateway.ts';

type Environment = Readonly<Record<string, string>>;

/** Brings a gateway in front of a bank; the name is not looked up by the compiler, as an extension has it. */
const RIG = new URL('../extensions/provider/rig.ts', import.meta.url).href;

/**
 * Starts a gateway for a test file of the bank. With PROVIDER=rest, as in `npm run provider-tests -- pockets`, it is in
 * front of a bank.
 */
export async function bankGateway(environment: Environment = {}): Promise<Gateway> {
  if (!isThroughProvider()) return Gateway.start({ environment });
  const rig: { readonly bankInFront: (environment: Environment) => Promise<Gateway> } = await import(RIG);
  return rig.bankInFront(environment);
}

export function isThroughProvider(): boolean {
  return process.env['PROVIDER'] === 'rest';
}
