import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createConfiguration } from '../support/configurations.ts';
import type { AnyGateway } from '../support/gateway.ts';
import type { Receiver } from '../support/receiver.ts';
import { Deeds } from './deeds.ts';
import type { Ledger } from './ledger.ts';

/** Pause between two deeds of a client: it stays below the default rate, and leaves room for the tests' requests. */
const REST_MS = 100;
/** After so many wrong answers a partner stops. */
const WRONG_MAX = 20;
/** Configurations of webhooks to the life's own endpoint, and their clients. */
const CONFIGURATIONS = [
  { client: 'acme-pay', context: 'PIX', eventName: 'PIX_CASH_IN_WAS_CLEARED' },
  { client: 'acme-pay', context: 'TED', eventName: 'TED_CASH_IN_WAS_CLEARED' },
  { client: 'acme-pay', context: 'POCKET', eventName: 'POCKET_ACCOUNT_WAS_CREATED' },
  { client: 'beta-pay', context: 'PIX', eventName: 'PIX_CASH_IN_WAS_RECEIVED' },
];

type Deed = () => Promise<void>;

/** Three partners in concurrent everyday use: money, pockets, repeated keys, refusals, pages, deliveries. */
export class Life {
  /** Failures: there must be none. */
  readonly wrong: string[] = [];
  readonly deeds: Deeds;
  private readonly gateway: AnyGateway;
  private readonly ledger: Ledger;
  /** Number of deeds that each partner has completed. */
  readonly completed = [0, 0, 0];
  /** When it last began, by the monotonic clock. */
  beganAtMs = NaN;
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(gateway: AnyGateway, ledger: Ledger) {
    this.gateway = gateway;
    this.ledger = ledger;
    this.deeds = new Deeds(gateway, ledger);
  }

  /** Configures webhooks to an endpoint for what happens from now on. */
  async tell(receiver: Receiver): Promise<void> {
    for (const { client, context, eventName } of CONFIGURATIONS) {
      const uri = receiver.url(`/${client}/${eventName}`);
      const made = await createConfiguration(this.gateway, { name: 'Life', context, eventName, uri }, { client });
      if (client === 'acme-pay') this.ledger.keep({ id: made.configuration.id, __typename: 'WebhookConfiguration' });
    }
  }

  begin(): void {
    this.isOver = false;
    this.beganAtMs = performance.now();
    const { deeds } = this;
    const ofAcme: readonly Deed[] = [
      () => deeds.cashIn('200002', 'PIX'),
      () => deeds.pocket(),
      () => deeds.replay(2),
      () => deeds.reuse(),
      () => deeds.cashIn('100003', 'TED'),
      () => deeds.look(),
      () => deeds.refused('999999', 'ACCOUNT_NOT_FOUND'),
      () => deeds.refused('100002', 'INVALID_ACCOUNT_STATUS'),
      () => deeds.replay(),
    ];
    const ofBeta: readonly Deed[] = [
      () => deeds.cashIn('300001', 'PIX', 'beta-pay'),
      () => deeds.refused('300001', 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM', 'beta-pay'),
      () => deeds.look('beta-pay'),
    ];
    const ofGama: readonly Deed[] = [
      () => deeds.cashIn('400001', 'TED', 'gama-pay'),
      () => deeds.refused('400001', 'MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', 'gama-pay'),
      () => deeds.look('gama-pay'),
    ];
    this.running = Promise.all([ofAcme, ofBeta, ofGama].map((deedsOfOne, partner) => this.live(deedsOfOne, partner)));
  }

  /** Lets every partner finish its current deed, and stops. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async live(deeds: readonly Deed[], partner: number): Promise<void> {
    for (let nth = 0; !this.isOver && this.wrong.length < WRONG_MAX; nth += 1) {
      const deed = deeds[nth % deeds.length];
      try {
        await deed?.();
        this.completed[partner] = nth + 1;
      } catch (error) {
        this.wrong.push(error instanceof Error ? `${error.message} ${inspect(error.cause)}` : inspect(error));
      }
      await wait(REST_MS);
    }
  }
}
