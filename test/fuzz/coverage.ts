import { once } from 'node:events';
import { WebSocket } from 'ws';

interface FunctionCoverage {
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
}

interface ScriptCoverage {
  readonly scriptId: string;
  readonly url: string;
  readonly functions: readonly FunctionCoverage[];
}

/**
 * Code that a Node process started with `--inspect` has run since the last call, by V8's own counters, which c8 reads,
 * too. No code is instrumented, so the product is fuzzed as it ships.
 */
export class Coverage {
  private nextId = 1;
  private readonly answers = new Map<number, PromiseWithResolvers<unknown>>();
  private readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      const { id, method, result } = JSON.parse(data.toString()) as { id?: number; method?: string; result?: unknown };
      // Otherwise the process would not exit while it is being inspected.
      if (method === 'NodeRuntime.waitingForDisconnect') socket.terminate();
      if (id === undefined) return;
      this.answers.get(id)?.resolve(result);
      this.answers.delete(id);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { reject } of this.answers.values()) reject(new Error('The process under test has ended.'));
    });
  }

  /** @param url URL of the inspector, as the process writes it to its standard error */
  static async of(url: string): Promise<Coverage> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    const coverage = new Coverage(socket);
    await coverage.call('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
    await coverage.call('Profiler.enable');
    await coverage.call('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return coverage;
  }

  /** Returns the paths taken through functions since the last call, each as a unique name. */
  async take(): Promise<string[]> {
    const { result } = (await this.call('Profiler.takePreciseCoverage')) as { result: readonly ScriptCoverage[] };
    return result
      .filter(({ url }) => url.includes('/dist/server/'))
      .flatMap(({ scriptId, functions }) => functions.flatMap((covered) => pathOf(scriptId, covered)));
  }

  close(): void {
    this.socket.terminate();
  }

  private call(method: string, params: object = {}): Promise<unknown> {
    const id = this.nextId++;
    const answer = Promise.withResolvers<unknown>();
    this.answers.set(id, answer);
    this.socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  }
}

/** Returns a function's path: which of its blocks were run. */
function pathOf(scriptId: string, { ranges }: FunctionCoverage): string[] {
  const [whole] = ranges;
  if (whole === undefined || whole.count === 0) return [];
  const blocks = ranges.map(
    ({ startOffset, endOffset, count }) => `${startOffset}-${endOffset}${count > 0 ? '+' : ''}`,
  );
  return [`${scriptId}:${blocks.join()}`];
}
