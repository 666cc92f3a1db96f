import { globSync } from 'node:fs';
import pg from 'pg';
import type { GraphqlBody } from '../support/gateway.ts';
import { GatewayProcess } from '../support/gateway-process.ts';
import { OwnWorld } from '../support/own-world.ts';
import { answering, Receiver, type ReceivedCall } from '../support/receiver.ts';

/** Path of libfaketime on Debian, which gives a process its own clock. */
export const [FAKETIME] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
/** Client of a partner without webhooks in the sandbox world. */
const CLIENT = 'beta-pay';
const ACCOUNT = '300001';
/** Every seventh call of the endpoint `/failing` fails, and must be retried after one second. */
const FAILS_EACH = 7;
const RETRY_SECONDS = '1';
/** Response time of the endpoint `/slow`, in milliseconds, and the timeout of a call, in seconds. */
const SLOW_MS = 1_500;
const TIMEOUT_SECONDS = '2';

/** Two built processes on one PostgreSQL; the clock of the second one is wrong. */
export class TwoClocks {
  readonly receiver: Receiver;
  readonly gateways: readonly [right: GatewayProcess, ahead: GatewayProcess];
  readonly tokens: readonly string[];
  private readonly world: OwnWorld;

  private constructor(world: OwnWorld, receiver: Receiver, gateways: TwoClocks['gateways'], tokens: readonly string[]) {
    this.world = world;
    this.receiver = receiver;
    this.gateways = gateways;
    this.tokens = tokens;
  }

  /**
   * @param apart how far the wrong clock is ahead of the other one and of the database's, such as `+5s` or `-400d`
   * @param roles roles of the process with the wrong clock
   */
  static async start(apart: string, roles = 'api,worker'): Promise<TwoClocks> {
    const world = await OwnWorld.make();
    const receiver = await Receiver.start();
    answerBadly(receiver);
    const environment = {
      ...world.environment,
      AUTH_ISSUER: 'http://issuer.test',
      WEBHOOK_RETRY_SECONDS: Array.from({ length: 10 }, () => RETRY_SECONDS).join(','),
      WEBHOOK_TIMEOUT_SECONDS: TIMEOUT_SECONDS,
      WEBHOOK_BREAKER_FAILURES: '100',
    };
    const faked = {
      LD_PRELOAD: FAKETIME ?? '',
      FAKETIME: apart,
      // As on a machine whose clock is set wrong: time still passes at the right speed.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const right = await GatewayProcess.start(environment);
    const ahead = await GatewayProcess.start({ ...environment, ...faked, ROLES: roles });
    // It has noticed the difference, so the fake clock works.
    await ahead.process.says(/the clock of this machine is [\d.]+ s (ahead of|behind) that of the database/);
    await allowPockets(world.environment['DATABASE_URL'] ?? '');
    const tokens = await Promise.all([right, ahead].map((gateway) => gateway.freshToken(CLIENT)));
    return new TwoClocks(world, receiver, [right, ahead], tokens);
  }

  /** Sends a request to one process, with a token from either, and returns the data; throws on any error. */
  async ask(
    nth: number,
    query: string,
    variables: object = {},
    tokenOf = nth,
  ): Promise<NonNullable<GraphqlBody['data']>> {
    const response = await fetch(`${this.gateways[nth === 0 ? 0 : 1].url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.tokens[tokenOf] ?? ''}` },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    const { data, errors } = JSON.parse(text) as GraphqlBody;
    if (response.status !== 200 || errors !== undefined) throw new Error(`HTTP ${response.status}: ${text}`);
    return data;
  }

  /** Creates a configuration for Pix cash-ins for each endpoint. */
  async configure(paths: readonly string[]): Promise<void> {
    const query = `mutation ($input: CreateWebhookConfigurationInput!) { createWebhookConfiguration(input: $input) { __typename } }`;
    for (const path of paths) {
      const uri = this.receiver.url(path);
      const input = { name: path, context: 'PIX', eventName: 'PIX_CASH_IN_WAS_CLEARED', uri, publicKey: 'key' };
      await this.ask(0, query, { input });
    }
  }

  async cashIn(nth: number): Promise<string> {
    const query = `mutation ($input: SimulateCashInInput!) { simulateCashIn(input: $input) { ... on SimulateCashInSuccess { cashIn { id } } } }`;
    const { simulateCashIn } = await this.ask(nth, query, {
      input: { accountNumber: ACCOUNT, amount: '10.50', rail: 'PIX' },
    });
    return simulateCashIn.cashIn.id;
  }

  /** Returns the readiness of one process. */
  async readiness(nth: 0 | 1): Promise<{ readonly status: number; readonly reason?: string }> {
    const response = await fetch(`${this.gateways[nth].url}/health/ready`);
    const { reason } = (await response.json()) as { reason?: string };
    return { status: response.status, ...(reason !== undefined && { reason }) };
  }

  /** Returns the number of rows of each table. */
  async stored(tables: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const client = new pg.Client({ connectionString: this.world.environment['DATABASE_URL'] });
    await client.connect();
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      counts[table] = rows[0]?.count ?? 0;
    }
    await client.end();
    return counts;
  }

  /** Log lines of both processes above level warn. */
  get errorsLogged(): readonly string[] {
    return this.gateways.flatMap(({ process: { output, errors } }) =>
      `${output}${errors}`.split('\n').filter((line) => /"level":[56]0/.test(line) || line.includes('INTERNAL')),
    );
  }

  async remove(): Promise<void> {
    await this.receiver.stop();
    await this.world.remove();
  }
}

/** Has one endpoint fail now and then, and another respond slowly. */
function answerBadly(receiver: Receiver): void {
  let calls = 0;
  receiver.answer('/failing', (response, call) => {
    calls += 1;
    const fails = calls % FAILS_EACH === 0;
    answering(fails ? 503 : 204, fails ? { 'retry-after': RETRY_SECONDS } : {})(response, call);
  });
  receiver.answer('/slow', (response, call) => {
    setTimeout(() => {
      answering(204)(response, call);
    }, SLOW_MS);
  });
}

/** Raises the pocket limit of the account, whose partner can otherwise create none. */
async function allowPockets(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('update payment_account set pocket_limit = 1000000 where number = $1', [ACCOUNT]);
  await client.query('update account_program set pockets_configured = true');
  await client.end();
}

/** Returns the event sequences of calls. */
export function sequencesOf(calls: readonly ReceivedCall[]): readonly string[] {
  return calls.map(({ headers }) => String(headers['webhook-sequence']));
}
