import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { GatewayProcess } from '../support/gateway-process.ts';
import { EXAMPLE_DOCUMENTS, SERVER, type Ending, type TestProcess } from '../support/process.ts';
import { Consumption } from './consumption.ts';
import { Coverage } from './coverage.ts';
import {
  lastMonths,
  PAGE,
  TOKEN_MARK,
  type FuzzInput,
  type HttpInput,
  type OperationInput,
  type SocketInput,
} from './input.ts';
import { complaintOfHttp, complaintOfLog, complaintOfOperation, complaintOfSocket } from './oracle.ts';

/** Time after which the fuzzer takes an input without an answer for one that hangs, in ms; a test has its own limit. */
const HANGS_MS = 30_000;
/** Longest time until the end of the process is known after a connection broke, in milliseconds. */
const BREAK_MS = 5_000;
/** How often an input that costs too much is measured. */
const MEASUREMENTS_MAX = 3;
/** How often an accepted document is sent: it is compiled at its second use, and run so at its third. */
const SENT_TIMES = 3;
/** How long a connection must be silent until its answers are judged, in milliseconds; later ones are ignored. */
const SILENCE_MS = 15;

/** The built gateway under fuzz: one process, as `npm start` starts it. */
export class Target {
  private readonly process: TestProcess;
  private readonly gateway: GatewayProcess;
  private readonly token: string;
  private readonly coverage: Coverage | undefined;
  private readonly consumption: Consumption;
  /** How much of its output and its errors has been read. */
  private readUpTo: readonly [number, number] = [0, 0];

  private readonly ending: Promise<readonly string[]>;

  private constructor(gateway: GatewayProcess, token: string, coverage: Coverage | undefined) {
    this.gateway = gateway;
    this.process = gateway.process;
    this.token = token;
    this.coverage = coverage;
    this.consumption = new Consumption(gateway.process.pid);
    const complaintsOf = ({ code, signal }: Ending) => [`it ended with ${code ?? signal}: ${gateway.process.errors}`];
    this.ending = gateway.process.ended.then(complaintsOf);
  }

  /** Starts it on a folder; if `isMeasured`, with V8's coverage. */
  static async start(folder: string, { isMeasured }: { readonly isMeasured: boolean }): Promise<Target> {
    const environment = {
      ...{ DATA_DIR: folder, LOG_LEVEL: 'error', SANDBOX: 'true', ...EXAMPLE_DOCUMENTS },
      ...(isMeasured && { NODE_OPTIONS: '--inspect=127.0.0.1:0' }),
    };
    const gateway = await GatewayProcess.start(environment, SERVER);
    const [inspector] = /ws:\/\/\S+/.exec(gateway.process.errors) ?? [];
    const coverage = inspector === undefined ? undefined : await Coverage.of(inspector);
    const target = new Target(gateway, await gateway.freshToken(), coverage);
    target.logComplaint();
    return target;
  }

  /** Returns cursors of the sandbox's data. */
  async cursors(): Promise<readonly string[]> {
    const { webhookMessages } = await this.gateway.ask(PAGE, { filter: lastMonths() });
    const { webhookEventsCursor } = await this.gateway.ask('{ webhookEventsCursor }');
    return [webhookMessages.edges[0].cursor as string, webhookEventsCursor as string];
  }

  /** Sends inputs concurrently, and returns what is wrong with the answers, or with what they cost; undefined: nothing. */
  async complaint(inputs: readonly FuzzInput[]): Promise<string | undefined> {
    this.consumption.begin();
    const complaint = await this.complaintOfAnswers(inputs);
    if (complaint !== undefined || this.consumption.complaint() === undefined) return complaint;
    for (const input of inputs) {
      const tooMuch = await this.complaintOfCost(input);
      if (tooMuch !== undefined) return tooMuch;
    }
    return undefined;
  }

  /** Sends an input alone. What V8 compiles or collects meanwhile is not its fault: it counts if it is so each time. */
  private async complaintOfCost(input: FuzzInput): Promise<string | undefined> {
    let complaint: string | undefined;
    for (let times = 0; times < MEASUREMENTS_MAX; times += 1) {
      this.consumption.begin();
      const ofAnswer = await this.complaintOfAnswers([input]);
      if (ofAnswer !== undefined) return ofAnswer;
      complaint = this.consumption.complaint();
      if (complaint === undefined) return undefined;
    }
    return complaint;
  }

  private async complaintOfAnswers(inputs: readonly FuzzInput[]): Promise<string | undefined> {
    const complaints = await Promise.race([
      Promise.all(inputs.map((input) => this.send(input).catch((error: unknown) => this.endingOr(error)))),
      this.ending,
      ...(this.coverage === undefined ? [] : [hanging()]),
    ]);
    return complaints.find((complaint) => complaint !== undefined) ?? this.logComplaint();
  }

  /** A broken connection is most likely due to the end of the process, so this waits for it. */
  private async endingOr(error: unknown): Promise<string | undefined> {
    await Promise.race([this.ending, new Promise((resolve) => setTimeout(resolve, BREAK_MS))]);
    return `the connection broke: ${String(error)}`;
  }

  /** Returns the paths that were run since the last call. */
  async covered(): Promise<readonly string[]> {
    return (await this.coverage?.take()) ?? [];
  }

  async stop(): Promise<void> {
    this.coverage?.close();
    await this.process.end('SIGKILL');
  }

  private send(input: FuzzInput): Promise<string | undefined> {
    switch (input.kind) {
      case 'operation':
        return this.sendOperation(input);
      case 'socket':
        return this.sendFrames(input);
      case 'http':
        return this.sendBytes(input);
    }
  }

  /** Sends an accepted document again: what a document costs is known only once it was compiled, and run so. */
  private async sendOperation(input: OperationInput): Promise<string | undefined> {
    for (let times = 1; ; times += 1) {
      const { complaint, isAccepted } = await this.sendOnce(input);
      if (complaint !== undefined || !isAccepted || times === SENT_TIMES) return complaint;
    }
  }

  private async sendOnce({ query, variables, hasToken }: OperationInput) {
    const response = await fetch(`${this.gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(hasToken && { authorization: `Bearer ${this.token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    // A subscription over HTTP continues until the client disconnects.
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      await response.body?.cancel();
      return { complaint: undefined, isAccepted: false };
    }
    const text = await response.text();
    return { complaint: complaintOfOperation(response.status, text), isAccepted: text.startsWith('{"data":') };
  }

  private async sendFrames({ frames, hasToken }: SocketInput): Promise<string | undefined> {
    const socket = new WebSocket(this.gateway.url.replace(/^http/, 'ws') + '/graphql', 'graphql-transport-ws');
    const received: string[] = [];
    let closed: number | undefined;
    socket.on('message', (data: Buffer) => received.push(data.toString()));
    socket.on('close', (code) => (closed = code));
    socket.on('error', () => undefined);
    await once(socket, 'open');
    for (const frame of frames)
      socket.send(this.bytesOf(hasToken ? frame : frame.replaceAll(TOKEN_MARK, '')), { binary: false });
    await silence(
      () => received.length,
      () => closed !== undefined,
    );
    socket.terminate();
    return complaintOfSocket(received, closed);
  }

  private async sendBytes({ bytes }: HttpInput): Promise<string | undefined> {
    const socket = connect(Number(new URL(this.gateway.url).port), '127.0.0.1');
    let answer = '';
    let isClosed = false;
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    socket.on('close', () => (isClosed = true));
    await once(socket, 'connect');
    socket.write(this.bytesOf(bytes));
    await silence(
      () => answer.length,
      () => isClosed,
    );
    socket.destroy();
    return complaintOfHttp(answer);
  }

  private bytesOf(text: string): Buffer {
    return Buffer.from(text.replaceAll(TOKEN_MARK, this.token), 'latin1');
  }

  private logComplaint(): string | undefined {
    const { output, errors } = this.process;
    const [outputRead, errorsRead] = this.readUpTo;
    this.readUpTo = [output.length, errors.length];
    return complaintOfLog(output.slice(outputRead) + errors.slice(errorsRead));
  }
}

async function hanging(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, HANGS_MS).unref());
  return [`no answer within ${HANGS_MS / 1_000} s`];
}

/** Waits until the server has closed the connection, or has sent nothing for a while. */
async function silence(received: () => number, isClosed: () => boolean): Promise<void> {
  for (let before = -1; before !== received() && !isClosed();) {
    before = received();
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  }
}
