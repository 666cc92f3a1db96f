import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { fieldAt } from '../../kernel/fields.ts';
import { TendedSet } from '../loops/tended-set.ts';

/** A connection with more than this unsent, in bytes, is cut if it takes nothing for so long, in milliseconds (reliability). */
const UNSENT_BYTES_MAX = 256 * 1024;
const NOTHING_TAKEN_MS = 5_000;
const SWEEP_MS = 1_000;

/** How much a connection had taken, and when that changed last. */
interface Progress {
  readonly taken: string;
  readonly since: number;
}

/** Cuts connections whose clients take nothing of much that waits for them: answers, streams and frames alike. */
export function cutSlowReaders(server: Server): void {
  const waiting = new WeakMap<Socket, Progress>();
  const tend = (socket: Socket) => {
    if (socket.writableLength <= UNSENT_BYTES_MAX) {
      waiting.delete(socket);
      return;
    }
    const now = performance.now();
    const last = waiting.get(socket);
    const taken = takenBy(socket);
    if (last?.taken !== taken) waiting.set(socket, { taken, since: now });
    else if (now - last.since >= NOTHING_TAKEN_MS) socket.destroy();
  };
  const connections = new TendedSet([{ everyMs: SWEEP_MS, tend }]);
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
    });
  });
}

/** Changes whenever a client has taken something: a write that is complete, or a part of one, which only the handle knows. */
function takenBy(socket: Socket): string {
  return `${socket.bytesWritten - socket.writableLength} ${String(fieldAt(socket, '_handle.writeQueueSize'))}`;
}
