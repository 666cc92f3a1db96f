import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { analysedPictures, registered } from '../acceptance/person.ts';
import type { Stranger } from '../acceptance/stranger.ts';
import type { SeededRandom } from '../faults/seeded-random.ts';
import { cashInInput, simulateCashIn } from '../support/cash-ins.ts';
import { createConfiguration } from '../support/configurations.ts';
import { newCpf, openAccount } from '../support/customers.ts';
import { misbehaving, MISDEEDS, type MisbehavingEndpoint } from '../support/misdeeds.ts';
import { register, transactionalHash } from '../support/pix.ts';
import { createPocket, pocketInput } from '../support/pockets.ts';
import { TestSocket } from '../support/socket.ts';

/** Client of the partner with the bad endpoints. */
const CLIENT = 'beta-pay';
const ACCOUNT = '300001';
const PERSON_EVERY_MS = 2_000;
const MONEY_EVERY_MS = 250;
const SOCKETS_AT_ONCE = 5;
const SOCKET_MS_MAX = 1_500;
/** How long a bad endpoint receives events before it is replaced and its messages are abandoned, in milliseconds. */
const ENDPOINT_MS = 12_000;
const EVENTS = 'subscription ($after: String) { webhookEvents(after: $after) { id name } }';
const MESSAGES = 'subscription { webhookMessages { id state } }';
const DELETE = 'mutation ($id: ID!) { deleteWebhookConfiguration(input: { configurationId: $id }) { __typename } }';

/** Traffic besides a partner's normal use: persons register, endpoints misbehave, sockets are cut. */
export class MixedLife {
  readonly wrong: string[] = [];
  /** Ids of registered Pix keys. */
  readonly entries: string[] = [];
  private readonly stranger: Stranger;
  private readonly random: SeededRandom;
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(stranger: Stranger, random: SeededRandom) {
    this.stranger = stranger;
    this.random = random;
  }

  begin(): void {
    this.running = Promise.all([
      this.again(PERSON_EVERY_MS, () => this.person()),
      this.again(MONEY_EVERY_MS, () => this.money()),
      ...Object.values(MISDEEDS).map((misdeed, nth) =>
        this.again(0, () => this.endpoint(() => misbehaving(misdeed), ENDPOINT_MS + nth * 1_000)),
      ),
      ...Array.from({ length: SOCKETS_AT_ONCE }, () => this.again(0, () => this.cutSocket())),
    ]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Registers a person with an account, a pocket and keys. */
  private async person(): Promise<void> {
    const { stranger } = this;
    const documentNumber = newCpf();
    await registered(stranger, documentNumber, await analysedPictures(stranger, documentNumber));
    const { account } = await openAccount(stranger, documentNumber);
    const input = pocketInput({ accountNumber: account.number, idempotencyKey: randomUUID() });
    const first = await createPocket(stranger, input);
    const again = await createPocket(stranger, input);
    if (again.replayed !== true || again.pocket.id !== first.pocket.id)
      throw new Error(`A key was answered with ${JSON.stringify(first)}, then with ${JSON.stringify(again)}`);
    const email = { type: 'EMAIL', value: `${documentNumber}@example.com` };
    const proof = await transactionalHash(stranger, documentNumber, email);
    for (const key of [{ key: email, transactionalHash: proof }, { key: { type: 'EVP' } }]) {
      const made = await register(stranger, { number: account.number, ...key });
      if (made.__typename !== 'RegisterPixEntrySuccess') throw new Error(`No key: ${JSON.stringify(made)}`);
      this.entries.push(made.entry.id);
    }
  }

  private async money(): Promise<void> {
    const rail = this.random.fraction() < 0.5 ? 'PIX' : 'TED';
    await simulateCashIn(this.stranger, cashInInput({ accountNumber: ACCOUNT, rail }), { client: CLIENT });
  }

  /** Runs an endpoint that receives cash-in events for a while. */
  private async endpoint(start: () => Promise<MisbehavingEndpoint>, ms: number): Promise<void> {
    const endpoint = await start();
    const input = { eventName: 'PIX_CASH_IN_WAS_RECEIVED', uri: endpoint.uri };
    const { configuration } = await createConfiguration(this.stranger, input, { client: CLIENT });
    await this.rest(ms);
    await this.stranger.data({ query: DELETE, variables: { id: configuration.id }, client: CLIENT });
    endpoint.close();
  }

  /** Opens a socket with subscriptions, and cuts or closes it while they are active. */
  private async cutSocket(): Promise<void> {
    const socket = await TestSocket.connect({ url: this.stranger.app.url });
    socket.send({
      type: 'connection_init',
      payload: { Authorization: `Bearer ${await this.stranger.token(CLIENT)}` },
    });
    await Promise.race([socket.next('connection_ack'), socket.closed]);
    for (const query of [EVENTS, MESSAGES, EVENTS]) socket.subscribe(query);
    await this.rest(this.random.integer(0, SOCKET_MS_MAX));
    if (this.random.fraction() < 0.7) socket.webSocket.terminate();
    else socket.webSocket.close();
    await socket.closed;
  }

  private async again(everyMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!this.isOver) {
      try {
        await work();
      } catch (error) {
        this.wrong.push(inspect(error).slice(0, 500));
      }
      await this.rest(everyMs);
    }
  }

  private async rest(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (!this.isOver && performance.now() < until) await wait(Math.min(100, until - performance.now()));
  }
}
