import type { Config } from '../config/config.ts';
import type { Upgrades } from '../platform/http/upgrade.ts';
import { Allowance } from '../platform/limits/allowance.ts';
import type { Ledger } from '../platform/limits/ledger.ts';
import type { FailingWork } from '../platform/loops/failing-work.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { Broadcasts } from '../platform/sockets/broadcasts.ts';
import { FlushQueue } from '../platform/sockets/frame-writer.ts';
import { SocketServer, type SocketServerOptions } from '../platform/sockets/socket-server.ts';

/** Frames allowed per request of the rate limit (ours): a request takes a few frames, and an occasional ping. */
const FRAMES_PER_REQUEST = 20;
/** Cost of live events allowed per request of the rate limit (ours): that of pages of middle size. */
const LIVE_COST_PER_REQUEST = 500;

interface LiveNeeds {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly logger: Logger;
  readonly failing: FailingWork;
}

/** Creates what all transports of subscriptions share: each is executed once for all its members. */
export function liveParts({ config, ...needs }: LiveNeeds): Pick<SocketServerOptions, 'queue' | 'broadcasts'> {
  const costs = new Allowance(config.rateLimit, LIVE_COST_PER_REQUEST);
  return { queue: new FlushQueue(), broadcasts: new Broadcasts(needs.logger, needs.failing, { ...needs, costs }) };
}

/** Creates the sockets of a process. */
export function socketsOf(
  options: Omit<SocketServerOptions, 'frames'>,
  { metrics, config }: { readonly metrics: Metrics; readonly config: Config },
): Upgrades {
  const frames = new Allowance(config.rateLimit, FRAMES_PER_REQUEST);
  const sockets = new SocketServer({ ...options, frames });
  metrics.gauge('gateway_sockets', 'Open WebSockets of this process.', () => ({ open: sockets.count }));
  return { path: '/graphql', accept: sockets.accept, stop: () => sockets.stop() };
}
