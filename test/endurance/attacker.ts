// The abuser, in its own process, so that its processor time does not count as the product's. It runs one abuse after
// the other, as ordered over IPC.
import { constants, setPriority } from 'node:os';
import { once } from 'node:events';
import { Stranger } from '../acceptance/stranger.ts';
import { SeededRandom } from '../faults/seeded-random.ts';
import type { MisbehavingEndpoint } from '../support/misdeeds.ts';
import { TestSocket } from '../support/socket.ts';
import { ABUSES } from './abuses/all-abuses.ts';

/** An abuse to run. */
export interface Order {
  readonly name: string;
  readonly seed: number;
  readonly ms: number;
}

const [url = '', dataFolder = ''] = process.argv.slice(2);
const gateway = new Stranger(url);
const endpoints: MisbehavingEndpoint[] = [];
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('unhandledRejection', (error) => process.stderr.write(`The abuser: ${String(error)}\n`));

async function obey({ name, seed, ms }: Order): Promise<void> {
  const abuse = ABUSES.find((one) => one.name === name);
  if (abuse === undefined) throw new Error(`There is no abuse "${name}".`);
  const until = performance.now() + ms;
  const isOver = () => performance.now() > until;
  const ended = abuse.commit({ url, gateway, dataFolder, endpoints, random: new SeededRandom(seed), isOver });
  const late = new Promise((resolve) => setTimeout(resolve, ms + LEFT_MS_MAX));
  await Promise.race([ended, late]).catch((error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`));
  TestSocket.endAll();
}

/** How long it waits for pending requests of an abuse, in milliseconds. */
const LEFT_MS_MAX = 3_000;

process.send?.('ready');
for (;;) {
  const [order] = (await once(process, 'message')) as [Order | 'repent'];
  if (order === 'repent') for (const { repent } of endpoints) repent();
  else await obey(order);
  process.send?.('done');
}
