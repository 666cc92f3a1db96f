import { Receiver } from '../support/receiver.ts';
import type { Deeds } from './deeds.ts';
import type { Follower } from './follower.ts';
import { Ledger } from './ledger.ts';
import { Life } from './life.ts';
import { Product, type Ending, type LogLine } from './product.ts';
import { RetriedDelivery } from './retried-delivery.ts';
import { Stranger } from './stranger.ts';
import type { World } from './world.ts';

interface Endpoints {
  readonly own: Receiver;
  readonly inherited: Receiver | undefined;
}

interface Started {
  readonly product: Product;
  readonly url: string;
}

/** A stranger with the product in a world: what runs, its clients, and what was acknowledged. */
export class Stay {
  readonly world: World;
  readonly stranger: Stranger;
  /** The endpoint of this stay's own webhooks. */
  readonly receiver: Receiver;
  /** The endpoint of the previous release's pending webhooks. */
  readonly endpoint: Receiver | undefined;
  readonly ledger = new Ledger();
  readonly life: Life;
  readonly retried: RetriedDelivery;
  readonly deeds: Deeds;
  product: Product;
  follower: Follower | undefined;
  private readonly past: Product[] = [];

  private constructor(world: World, { own, inherited }: Endpoints, { product, url }: Started) {
    this.world = world;
    this.receiver = own;
    this.endpoint = inherited;
    this.product = product;
    this.stranger = new Stranger(url);
    this.life = new Life(this.stranger, this.ledger);
    this.deeds = this.life.deeds;
    this.retried = new RetriedDelivery(own);
  }

  /** Starts the gateway, and waits until it is ready. */
  static async begin(world: World): Promise<Stay> {
    const { inheritance } = world;
    const endpoint = inheritance && (await Receiver.start(inheritance.endpointPort));
    const product = new Product(world.clone, world.settings);
    const url = await product.ready();
    return new Stay(world, { own: await Receiver.start(), inherited: endpoint }, { product, url });
  }

  /** Starts the gateway again on the data of the previous start. */
  async startAgain(changes: Readonly<Record<string, string>> = {}): Promise<void> {
    this.past.push(this.product);
    this.product = new Product(this.world.clone, { ...this.world.settings, ...changes });
    await this.product.ready();
  }

  stop(): Promise<Ending> {
    return this.product.stop();
  }

  /** Kills the gateway, without its own stop. */
  async killed(): Promise<void> {
    this.product.kill();
    await this.product.ended;
  }

  async end(): Promise<void> {
    this.follower?.end();
    await this.life.end();
    await this.killed();
    await this.receiver.stop();
    await this.endpoint?.stop();
  }

  /** The log of every start. */
  get log(): readonly LogLine[] {
    return this.starts.flatMap(({ log }) => log);
  }

  /** What was printed beside the log. */
  get printed(): readonly string[] {
    return this.starts.flatMap(({ printed }) => printed);
  }

  private get starts(): readonly Product[] {
    return [...this.past, this.product];
  }
}
