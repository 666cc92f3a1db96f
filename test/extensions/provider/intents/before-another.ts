import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { Gateway } from '../../../support/gateway.ts';
import { ProviderDouble } from '../calls/provider-double.ts';
import { introduce } from '../events/provider-events.ts';

/** A gateway in front of a provider that is not one of ours, and what it logs. */
export class BeforeAnother {
  readonly double: ProviderDouble;
  readonly gateway: Gateway;
  readonly log: readonly string[];

  private constructor(double: ProviderDouble, gateway: Gateway, log: readonly string[]) {
    this.double = double;
    this.gateway = gateway;
    this.log = log;
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<BeforeAnother> {
    const double = await ProviderDouble.start();
    const log: string[] = [];
    const write = (line: string): void => {
      log.push(line);
    };
    const provider = { PROVIDER: 'rest', PROVIDER_URL: double.url, PROVIDER_RATE: '0', PROVIDER_TIMEOUT_SECONDS: '1' };
    const logger = pino({ level: 'trace' }, { write });
    const gateway = await Gateway.start({ environment: { ...provider, ADMIN_PORT: '0', ...environment }, logger });
    await introduce(gateway);
    return new BeforeAnother(double, gateway, log);
  }

  /** Makes the provider answer every call like this from now on. */
  answering(...answered: Answered): void {
    this.double.answer = (_request, response) => {
      answer(response, ...answered);
    };
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.double.stop();
  }
}

type Answered = readonly [status: number, body: object | string, headers?: Readonly<Record<string, string>>];

export function answer(response: ServerResponse, ...[status, body, headers = {}]: Answered): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
