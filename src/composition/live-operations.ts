import type { Config } from '../config/config.ts';
import type { Upgrades } from '../platform/http/upgrade.ts';
import { FrameAllowance } from '../platform/limits/frame-allowance.ts';
import type { FailingWork } from '../platform/loops/failing-work.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { Broadcasts } from '../platform/sockets/broadcasts.ts';
import { FlushQueue } from '../platform/sockets/frame-writer.ts';
import { SocketServer, type SocketServerOptions } from '../platform/sockets/socket-server.ts';

/** Creates what all transports of subscriptions share: each is executed once for all its members. */
export function liveParts(logger: Logger, failing: FailingWork): Pick<SocketServerOptions, 'queue' | 'broadcasts'> {
  return { queue: new FlushQueue(), broadcasts: new Broadcasts(logger, failing) };
}

/** Creates the sockets of a process. */
export function socketsOf(
  options: Omit<SocketServerOptions, 'frames' | 'waitingMax'>,
  { metrics, config }: { readonly metrics: Metrics; readonly config: Config },
): Upgrades {
  const frames = new FrameAllowance(config.rateLimit);
  const sockets = new SocketServer({ ...options, frames, waitingMax: config.socketsWaiting });
  metrics.gauge('gateway_sockets', 'Open WebSockets of this process.', () => ({ open: sockets.count }));
  return { path: '/graphql', accept: sockets.accept, stop: () => sockets.stop() };
}
