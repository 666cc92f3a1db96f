import { randomUUID } from 'node:crypto';
import type { GraphqlBody } from './gateway.ts';
import { CREATE_POCKET, pocketInput } from './pockets.ts';
import { serverProcess, type TestProcess } from './process.ts';

export { TemporaryFolders } from './temporary-folders.ts';

/** A partner's client of a gateway that runs in its own process. */
export class GatewayProcess {
  readonly process: TestProcess;
  readonly url: string;
  /** Where its metrics are served. */
  readonly adminUrl: string;
  private token: string | undefined;

  private constructor(process: TestProcess, [url, adminUrl]: readonly [string, string]) {
    this.process = process;
    this.url = url;
    this.adminUrl = adminUrl;
  }

  /** Starts the built server and waits until it reports that it is ready. */
  static async start(
    environment: Readonly<Record<string, string>>,
    ...args: readonly string[]
  ): Promise<GatewayProcess> {
    const started = serverProcess(environment, ...args);
    const [, url = '', adminUrl = ''] = await started.says(/ready\b.*?(http:\/\/[^/\s]+).*(http:\/\/[^/\s]+)\/metrics/);
    return new GatewayProcess(started, [url, adminUrl]);
  }

  /** @throws Error if there is no answer, such as when the server is killed */
  async ask(query: string, variables: object = {}): Promise<NonNullable<GraphqlBody['data']>> {
    this.token ??= await this.freshToken();
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as GraphqlBody;
    if (errors !== undefined) throw new UnexpectedAnswer(JSON.stringify(errors));
    return data;
  }

  /** Creates a pocket, or replays it, and returns its number. */
  async createPocket(key: string, accountNumber: string): Promise<{ number: string; replayed: boolean }> {
    const input = pocketInput({ idempotencyKey: key, accountNumber });
    const { createPocket } = await this.ask(CREATE_POCKET, { input });
    if (createPocket.code !== undefined) throw new UnexpectedAnswer(JSON.stringify(createPocket));
    return { number: createPocket.pocket.number, replayed: createPocket.replayed };
  }

  /** Returns a new token of a sandbox client. */
  async freshToken(client = 'acme-pay'): Promise<string> {
    const response = await fetch(`${this.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client,
        client_secret: `${client}-secret`,
      }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return token;
  }
}

/** The gateway answered, but not as expected. */
class UnexpectedAnswer extends Error {}

/** What clients know of their pockets after the gateway was killed under load. */
export interface ClientMemory {
  /** Numbers of acknowledged pockets, by the key that created them. */
  readonly acknowledged: Map<string, string>;
  /** Keys that got no answer. */
  readonly unanswered: Set<string>;
}

const CLIENTS = 16;
const ACCOUNTS = ['200001', '200002', '200003', '200005'];

/** Returns the account in which a key creates its pocket: a retry uses the same one as the first try. */
export function accountOf(key: string): string {
  return ACCOUNTS[Number.parseInt(key.slice(0, 2), 16) % ACCOUNTS.length] ?? '';
}

/** Creates pockets from several clients concurrently, and kills the gateway when `count` more are acknowledged. */
export async function killUnderLoad(gateway: GatewayProcess, memory: ClientMemory, count: number): Promise<void> {
  const enough = memory.acknowledged.size + count;
  const work = async () => {
    for (;;) {
      const key = randomUUID();
      try {
        const { number } = await gateway.createPocket(key, accountOf(key));
        memory.acknowledged.set(key, number);
      } catch (error) {
        if (error instanceof UnexpectedAnswer) throw error;
        memory.unanswered.add(key);
        return;
      }
      if (memory.acknowledged.size >= enough) gateway.process.send('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  await gateway.process.ended;
}
