import { PaymentAccount } from '../../src/bank/accounts/payment-account.entity.ts';
import type { OpenedDatabase } from '../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../src/platform/open-database.ts';
import { entities, migrations } from '../../src/capabilities.ts';
import type { GatewayProcess } from './gateway-process.ts';
import { forgetThePast } from './world.ts';

type Environment = Readonly<Record<string, string>>;

/** Runs `work` with the database of a gateway that is not running, or that is on PostgreSQL. */
export async function withDatabase<Result>(
  environment: Environment,
  work: (opened: OpenedDatabase) => Promise<Result>,
) {
  const { DATABASE_URL: url, DATA_DIR: dataDirectory = '' } = environment;
  const opened = await openDatabase({ url, dataDirectory, poolSize: 2, entities, migrations });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Removes the history of the sandbox world, and the limit of three pockets for each account. */
export function prepareWorld(environment: Environment): Promise<void> {
  return withDatabase(environment, async (opened) => {
    await forgetThePast(opened);
    await opened.entityManager.fork().nativeUpdate(PaymentAccount, {}, { pocketLimit: 1_000_000 });
  });
}

interface Page {
  readonly nodes: readonly { readonly number?: string; readonly entityId?: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

/** Reads all pages of a connection; `pageOf` requests one. */
async function readAll(pageOf: (after: string | null) => Promise<Page>): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await pageOf(after);
    seen.push(...nodes.map(({ number, entityId }) => number ?? entityId ?? ''));
    if (!pageInfo.hasNextPage) return seen;
    after = pageInfo.endCursor;
  }
}

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

/** Returns the numbers of the pockets in the accounts that clients of a process use. */
export async function pocketNumbers(gateway: GatewayProcess): Promise<string[]> {
  const query = `query ($number: String!, $after: String) {
    paymentAccount(number: $number) { pockets(first: 100, after: $after) { nodes { number } ${PAGE_INFO} } }
  }`;
  const accounts = ['200001', '200002', '200003', '200005'];
  const lists = await Promise.all(
    accounts.map((number) =>
      readAll(async (after) => (await gateway.ask(query, { number, after })).paymentAccount.pockets),
    ),
  );
  return lists.flat();
}

/** Returns the entity ids of all events. */
export function eventSubjects(gateway: GatewayProcess): Promise<string[]> {
  const query = `query ($after: String) {
    webhookEvents(first: 100, after: $after) { nodes { entityId } ${PAGE_INFO} }
  }`;
  return readAll(async (after) => (await gateway.ask(query, { after })).webhookEvents);
}
