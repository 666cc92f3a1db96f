import type { Config } from '../config/config.ts';
import type { Cors } from '../platform/http/cors.ts';
import type { Upgrades } from '../platform/http/upgrade.ts';
import { FrameAllowance } from '../platform/limits/frame-allowance.ts';
import type { FailingWork } from '../platform/loops/failing-work.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import { Broadcasts } from '../platform/sockets/broadcasts.ts';
import { FlushQueue } from '../platform/sockets/frame-writer.ts';
import { SocketServer, type SocketServerOptions } from '../platform/sockets/socket-server.ts';
import { HttpStreams } from '../platform/streams/http-streams.ts';
import type { Callers } from './callers.ts';

/** What operations over any transport need. */
type Gate = Callers &
  Pick<SocketServerOptions, 'apollo' | 'runner' | 'documents' | 'arrivals' | 'anonymous' | 'surroundings' | 'logger'>;

interface LiveOptions extends Pick<SocketServerOptions, 'counts' | 'inFlight' | 'beatMs'> {
  readonly cors: Cors;
  readonly metrics: Metrics;
  readonly failing: FailingWork;
  readonly config: Config;
}

/** Creates sockets and response streams. A subscription is executed once for all its members, over any transport. */
export function createLive(
  gate: Gate,
  { cors, metrics, failing, config, counts, inFlight, beatMs }: LiveOptions,
): { readonly streams: HttpStreams; readonly upgrades: Upgrades } {
  const shared = { ...gate, counts, beatMs, queue: new FlushQueue(), broadcasts: new Broadcasts(gate.logger, failing) };
  const { random } = gate.surroundings;
  const streams = new HttpStreams({ ...shared, random });
  const frames = new FrameAllowance(config.rateLimit);
  const sockets = new SocketServer({ ...shared, inFlight, frames, cors, waitingMax: config.socketsWaiting });
  metrics.gauge('gateway_streams', 'Open streamed responses of this process, by transport.', () => ({
    sse: streams.count('sse'),
    multipart: streams.count('multipart'),
  }));
  metrics.gauge('gateway_sockets', 'Open WebSockets of this process.', () => ({ open: sockets.count }));
  const stop = async () => {
    streams.stop();
    await sockets.stop();
  };
  return { streams, upgrades: { path: '/graphql', accept: sockets.accept, stop } };
}
