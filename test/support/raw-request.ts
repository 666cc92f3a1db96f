import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a connection to a gateway for a test that writes its requests itself. */
export async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

/** Returns a head with these lines. */
export function headOf(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Reads everything up to the end of a connection, and closes it. Rejects if it is reset. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  socket.destroy();
  return Buffer.concat(chunks).toString();
}

/** Sends a request whose head has these lines; returns the answer, after which the gateway closes the connection. */
export async function answerTo(url: string, lines: readonly string[]): Promise<string> {
  const socket = await openConnection(url);
  socket.write(headOf(lines));
  return readToEnd(socket);
}
