import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order } from './attacker.ts';

const MODULES = fileURLToPath(new URL('../runner/modules.mjs', import.meta.url));

/** The process of the abuser, controlled by a run. */
export class Attacker {
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  static async start(url: string, dataFolder: string): Promise<Attacker> {
    const script = fileURLToPath(new URL('attacker.ts', import.meta.url));
    const child = fork(script, [url, dataFolder], { execArgv: ['--no-warnings', '--import', MODULES] });
    await once(child, 'message');
    return new Attacker(child);
  }

  commit(order: Order): Promise<void> {
    return this.send(order);
  }

  /** Makes its endpoints behave from now on. */
  repent(): Promise<void> {
    return this.send('repent');
  }

  end(): void {
    this.child.kill('SIGKILL');
  }

  private async send(message: Order | 'repent'): Promise<void> {
    const done = new AbortController();
    const { signal } = done;
    const answered = once(this.child, 'message', { signal });
    const ended = once(this.child, 'exit', { signal }).then(() => {
      throw new Error('The abuser itself has ended.');
    });
    this.child.send(message);
    try {
      await Promise.race([answered, ended]);
    } finally {
      done.abort();
    }
  }
}
