import { systemRandom } from '../../src/platform/system.ts';
import { signingKey, type SigningKey } from '../../src/playground/sandbox/signing-key.ts';
import { bankGateway, isThroughProvider } from './bank-gateway.ts';
import { Gateway } from './gateway.ts';
import { OwnPartners } from './own-partners.ts';
import { copyOfWorld, TemporaryFolders } from './temporary-folders.ts';
import { endWithRun } from './worker-kept.ts';
import { forgetThePast } from './world.ts';

// Test files have their own copies of modules in `test/`, except for `worker-*.ts`: `test/runner/modules.mjs`.

type Environment = Readonly<Record<string, string>>;

interface Kept {
  readonly gateway: Gateway;
  readonly key: SigningKey;
}

const kept = new Map<string, Promise<Kept>>();
let files = 0;

/**
 * Returns the gateway that this worker keeps with these settings, lent to the caller's own partners. The test files of
 * a worker run one after another: each finds the clock at the machine's time, and no events, configurations or
 * addressing keys of any partner. Tests of the sandbox world's history, of counts over all partners, or of what a
 * gateway does when it starts or stops must start their own.
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
  const folders = new TemporaryFolders();
  const directory = copyOfWorld(folders);
  const gateway = await Gateway.start({ environment: { ...environment, DATA_DIR: directory } });
  // The partners of all test files have accounts with the same numbers.
  await gateway.app.database.entityManager
    .getConnection()
    .execute('alter table payment_account drop constraint payment_account_bank_ispb_branch_number_unique');
  endWithRun(async () => {
    await gateway.stop();
    folders.remove();
  });
  return { gateway, key: await signingKey(directory, systemRandom) };
}
