import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { eventually } from '../support/gateway.ts';

/** A bash into which a person pastes blocks of commands, one after the other. */
export class Terminal {
  /** Everything that it has shown, including standard error. */
  shown = '';
  private readonly bash: ChildProcessWithoutNullStreams;
  private readonly closed: Promise<unknown>;

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    const options = { cwd: folder, env: { ...environment }, detached: true };
    // Through the shell's own pipe, which `tee /dev/stderr` can open like a person's terminal.
    this.bash = spawn('bash', ['-c', 'bash --noprofile --norc 2>&1 | cat'], options);
    this.closed = new Promise((resolve) => this.bash.once('close', resolve));
    for (const stream of [this.bash.stdout, this.bash.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.shown += text));
  }

  /** Pastes a block; returns what is shown until the next prompt. */
  async run(block: string): Promise<string> {
    const prompt = `prompt-${randomUUID()}`;
    const from = this.shown.length;
    this.bash.stdin.write(`${block}\necho ${prompt}\n`);
    await this.shows(new RegExp(prompt), from);
    return this.shown.slice(from).replace(`${prompt}\n`, '');
  }

  /** Pastes a command that does not end. */
  begin(command: string): void {
    this.bash.stdin.write(`${command}\n`);
  }

  /** Waits until its output matches. */
  async shows(pattern: RegExp, from = 0): Promise<void> {
    await eventually(() => Promise.resolve(pattern.test(this.shown.slice(from))));
  }

  /** Closes the window, and kills everything that was started in it. */
  async close(): Promise<void> {
    const { pid } = this.bash;
    if (pid !== undefined && this.bash.exitCode === null) process.kill(-pid, 'SIGKILL');
    await this.closed;
  }
}
