import { GatewayProcess } from '../support/gateway-process.ts';
import type { GraphqlBody } from '../support/gateway.ts';
import { EXAMPLE_DOCUMENTS } from '../support/process.ts';

/** Timeout of an answer, in milliseconds; during an outage answers arrive within six seconds. */
const ANSWER_MS_MAX = 15_000;

/** Processes of the built product: `api` and `worker` ones. */
export class Gateways {
  readonly apis: readonly GatewayProcess[];
  private readonly all: readonly GatewayProcess[];
  private readonly tokens = new Map<GatewayProcess, string>();

  private constructor(all: readonly GatewayProcess[], apis: readonly GatewayProcess[]) {
    this.all = all;
    this.apis = apis;
  }

  /** @param environments settings of each process; those with the role `api` first */
  static async start(environments: readonly Readonly<Record<string, string>>[]): Promise<Gateways> {
    const start = (environment: Readonly<Record<string, string>>) =>
      GatewayProcess.start({
        ...{ SANDBOX: 'true', DATA_DIR: 'memory://', LOG_LEVEL: 'error' },
        ...EXAMPLE_DOCUMENTS,
        ...environment,
      });
    const all = await Promise.all(environments.map(start));
    const apis = all.filter((_, index) => environments[index]?.['ROLES']?.includes('api'));
    const gateways = new Gateways(all, apis);
    for (const api of apis) gateways.tokens.set(api, await api.freshToken());
    return gateways;
  }

  /** Returns the `api` process of a turn, round robin. */
  at(turn: number): GatewayProcess {
    const found = this.apis[turn % this.apis.length];
    if (found === undefined) throw new Error('No process serves.');
    return found;
  }

  /** Returns a token for a process; it is valid for an hour, longer than any drill. */
  tokenOf(api: GatewayProcess): string {
    return this.tokens.get(api) ?? '';
  }

  /** @throws if there is no answer */
  async ask(api: GatewayProcess, query: string, variables: object = {}): Promise<GraphqlBody> {
    const response = await fetch(`${api.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.tokenOf(api)}` },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    return (await response.json()) as GraphqlBody;
  }

  /** Returns the log lines that report an error. */
  complaints(): string[] {
    return this.all
      .flatMap(({ process: { output, errors } }) => `${output}\n${errors}`.split('\n'))
      .filter((line) => /"level":(50|60)|UnhandledPromise|^\s+at /.test(line));
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map(({ process }) => process.end('SIGTERM')));
  }
}
