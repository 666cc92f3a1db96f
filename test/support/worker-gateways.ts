import { systemRandom } from '../../src/composition/system.ts';
import { signingKey, type SigningKey } from '../../src/playground/sandbox/signing-key.ts';
import { bankGateway, isThroughProvider } from '../provider/rig.ts';
import { Gateway } from './gateway.ts';
import { OwnPartners } from './own-partners.ts';
import { copyOfWorld, TemporaryFolders } from './temporary-folders.ts';
import { forgetThePast } from './world.ts';

// A test file has the modules of `test/` to itself, but those of this name: `test/runner/modules.mjs`.

type Environment = Readonly<Record<string, string>>;

interface Kept {
  readonly gateway: Gateway;
  readonly key: SigningKey;
}

const folders = new TemporaryFolders();
const kept = new Map<string, Promise<Kept>>();
let files = 0;

/**
 * The gateway that this worker keeps with these settings, in the hands of partners of the caller's own. The test files of
 * a worker run one after another: each finds the clock at the machine's time, and no events, configurations
 * or addressing keys of anybody. Whoever looks at the past of the sandbox world, at what is counted for all partners, or at
 * what a gateway does as it starts or stops, starts one of its own.
 */
export async function sharedGateway(environment: Environment = {}): Promise<Gateway> {
  if (isThroughProvider()) return bankGateway(environment);
  const settings = JSON.stringify(environment);
  const keeping = kept.get(settings) ?? keep(environment);
  kept.set(settings, keeping);
  const { gateway, key } = await keeping;
  await forgetThePast(gateway.app.database);
  await gateway.app.database.entityManager.getConnection().execute('delete from pix_entry');
  const partners = await OwnPartners.make(gateway.app, (files += 1), key);
  return gateway.lendTo(partners, () => {
    gateway.clock.reset();
    return Promise.resolve();
  });
}

async function keep(environment: Environment): Promise<Kept> {
  const directory = copyOfWorld(folders);
  const gateway = await Gateway.start({ environment: { ...environment, DATA_DIR: directory } });
  return { gateway, key: await signingKey(directory, systemRandom) };
}

/** Stops what is kept, where jest itself has run the tests and no worker ends. */
export async function stopWorkerGateways(): Promise<void> {
  for (const keeping of kept.values()) await (await keeping).gateway.stop();
  folders.remove();
}
