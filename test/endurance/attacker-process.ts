import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order } from './attacker.ts';

const MODULES = fileURLToPath(new URL('../runner/modules.mjs', import.meta.url));

/** The process of the abuser, in the hands of a run. */
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
    return this.told(order);
  }

  /** Has its endpoints answer as they ought to from now on. */
  repent(): Promise<void> {
    return this.told('repent');
  }

  end(): void {
    this.child.kill('SIGKILL');
  }

  private async told(message: Order | 'repent'): Promise<void> {
    const answered = once(this.child, 'message');
    this.child.send(message);
    await Promise.race([
      answered,
      once(this.child, 'exit').then(() => {
        throw new Error('The abuser itself has ended.');
      }),
    ]);
  }
}
