import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server that only answers, in its own process: if it is slow, the machine was busy. */
export class BareServer {
  readonly url: string;
  private readonly child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.child = child;
  }

  static async start(): Promise<BareServer> {
    const child = fork(fileURLToPath(new URL('bare-server.mjs', import.meta.url)), { execArgv: [] });
    const [port] = (await once(child, 'message')) as [number];
    return new BareServer(`http://127.0.0.1:${port}`, child);
  }

  end(): void {
    this.child.kill('SIGKILL');
  }
}
