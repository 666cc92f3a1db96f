import { until } from '../faults/recovery.ts';
import { freePort } from '../support/own-server.ts';
import { Daemon } from './daemon.ts';
import type { DrillPrograms } from './packages.ts';

/** Number of servers of the cluster: the usual three, so that the loss of one leaves a majority. */
const NODES = 3;

/** A NATS cluster. */
export class NatsCluster {
  /** URLs for clients. */
  readonly urls: readonly string[];
  private readonly nodes: readonly Daemon[];

  private constructor(urls: readonly string[], nodes: readonly Daemon[]) {
    this.urls = urls;
    this.nodes = nodes;
  }

  static async start({ nats }: DrillPrograms, folder: string): Promise<NatsCluster> {
    const ports = await Promise.all(Array.from({ length: NODES }, freePort));
    const routePorts = await Promise.all(Array.from({ length: NODES }, freePort));
    const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`);
    const nodes = ports.map((port, index) => {
      const cluster = ['--cluster_name', 'drill', '--cluster', routes[index] ?? '', '--routes', routes.join()];
      return new Daemon(`nats-${index + 1}`, nats, ['-a', '127.0.0.1', '-p', String(port), ...cluster], folder);
    });
    await until('the NATS servers know each other', () =>
      nodes.every((node) => {
        node.expectAlive();
        return node.log.includes('Server is ready') && node.log.includes('Route connection created');
      }),
    );
    return new NatsCluster(
      ports.map((port) => `nats://127.0.0.1:${port}`),
      nodes,
    );
  }

  /** Kills the server at the first URL. */
  async killFirst(): Promise<void> {
    await this.nodes[0]?.end('SIGKILL');
  }

  async end(): Promise<void> {
    for (const node of this.nodes) await node.end('SIGTERM');
  }
}
