import { GraphQLError, type FormattedExecutionResult, type GraphQLFormattedError } from 'graphql';
import { MessageType, type SubscribePayload } from 'graphql-ws';
import type { Principal } from '../auth/principal.ts';
import { answerDocument, type DocumentServices } from '../requests/answer-document.ts';
import type { Arrivals } from '../requests/arrivals.ts';
import { badInput, internalError, tooManyAtOnce } from '../graphql/errors/client-error.ts';
import type { OpenedSubscription } from '../requests/opened-subscription.ts';
import type { RequestContext, Surroundings } from '../requests/request-context.ts';
import type { AnonymousCallers } from '../http/anonymous-callers.ts';
import type { InFlight } from '../loops/in-flight.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { onArrival } from '../observability/spans.ts';
import type { Broadcasts } from './broadcasts.ts';
import type { FrameWriter } from './frame-writer.ts';
import { LiveStream } from './live-stream.ts';
import { openingOf } from './shared-result.ts';

/** Operations that one socket can run concurrently. */
const OPERATIONS_MAX = 20;

/** What operations over a socket need; the same for all sockets. */
export interface OperationServices extends DocumentServices {
  readonly arrivals: Arrivals;
  readonly anonymous: AnonymousCallers;
  readonly surroundings: Surroundings;
  readonly broadcasts: Broadcasts;
  readonly inFlight: InFlight;
  readonly logger: Logger;
}

/** The caller, as the socket knows it. */
export interface Caller {
  readonly principal: Principal | undefined;
  readonly apiVersion: string | undefined;
  readonly address: string;
}

interface Running {
  stream?: LiveStream;
  isUnavailable?: boolean;
  /** Who has a newer token than the one that it was requested with. */
  renewed?: Principal;
  /** Ends the wait of an operation that long-polls. */
  gone?: () => void;
}

/** Sends a message of the protocol, or returns why it sends nothing: it is too large, or too much is unsent. */
type Send = (message: object) => GraphQLError | undefined;

/** The operations of one socket. They go through the same pipeline as those over HTTP. */
export class SocketOperations {
  /** By the client's ids. Operations without a stream are still being answered. */
  private readonly running = new Map<string, Running>();
  private readonly stalled = new Set<LiveStream>();
  private isClosed = false;
  private readonly services: OperationServices;
  private readonly writer: FrameWriter;
  private readonly send: Send;
  private readonly giveUp: () => void;

  /** @param giveUp closes the socket if a stream cannot start: clients reconnect; an error would end it for good */
  constructor(services: OperationServices, writer: FrameWriter, send: Send, giveUp: () => void) {
    this.services = services;
    this.writer = writer;
    this.send = send;
    this.giveUp = giveUp;
  }

  has(id: string): boolean {
    return this.running.has(id);
  }

  /** Whether an operation is running that ends by itself. */
  get isAnswering(): boolean {
    return [...this.running.values()].some(({ stream }) => stream === undefined);
  }

  /** Runs an operation to its end, or until its stream has started. Never rejects: errors are sent to the client. */
  async run(id: string, payload: SubscribePayload, { address, ...caller }: Caller): Promise<void> {
    if (this.running.size >= OPERATIONS_MAX) {
      const message = `A socket may run at most ${OPERATIONS_MAX} operations concurrently: end one, or open another socket.`;
      this.sendError(id, tooManyAtOnce(message), this.services.surroundings.random.uuid());
      return;
    }
    const operation: Running = {};
    this.running.set(id, operation);
    const { arrivals } = this.services;
    const { correlationId, isBad } = arrivals.correlationIdOf(correlationIdIn(payload));
    const stream = (subscription: OpenedSubscription | 'unavailable') => {
      if (subscription === 'unavailable') operation.isUnavailable = true;
      // The client may have stopped it while it was opened.
      else if (this.running.get(id) === operation) operation.stream = this.streamOf(id, subscription);
      else void subscription.source.return();
    };
    const whenGone = (gone: () => void) => {
      if (this.running.get(id) !== operation) gone();
      operation.gone = gone;
      return () => delete operation.gone;
    };
    const transport = { name: 'socket', whenGone, stream } as const;
    const context = arrivals.contextOf({ ...caller, correlationId, transport, arrivedAt: performance.now() });
    const result = await this.services.inFlight.during(() =>
      onArrival(
        () => ({ name: 'SOCKET /graphql', headers: {}, attributes: { 'correlation.id': correlationId } }),
        () => (isBad ? this.badId() : this.answer(payload, context, address)),
      ),
    );
    if (this.running.get(id) !== operation) return;
    if (operation.stream !== undefined) {
      // The token may have been renewed while it was opened.
      if (this.continues(id, operation)) operation.stream.resume();
      return;
    }
    this.running.delete(id);
    if (operation.isUnavailable === true) {
      this.giveUp();
      return;
    }
    if (result.data === undefined) this.send({ id, type: MessageType.Error, payload: result.errors });
    else {
      const unsent = this.send({ id, type: MessageType.Next, payload: result });
      if (unsent === undefined) this.send({ id, type: MessageType.Complete });
      else this.sendError(id, unsent, correlationId);
    }
  }

  /** Stops an operation without sending anything. */
  stop(id: string): void {
    const operation = this.running.get(id);
    this.running.delete(id);
    operation?.gone?.();
    if (operation?.stream === undefined) return;
    this.stalled.delete(operation.stream);
    operation.stream.stop();
  }

  stopAll(): void {
    this.isClosed = true;
    for (const id of [...this.running.keys()]) this.stop(id);
  }

  /** Resumes stalled streams when the socket accepts more. */
  resume(): void {
    // Called after each write: clearing even an empty set would allocate a new table, in the old generation.
    if (this.stalled.size === 0) return;
    const waiting = [...this.stalled];
    this.stalled.clear();
    for (const stream of waiting) stream.resume();
  }

  /** Continues streams under another token; those that it does not allow end with an error. */
  admit(principal: Principal): void {
    for (const [id, operation] of [...this.running]) {
      operation.renewed = principal;
      this.continues(id, operation);
    }
  }

  private continues(id: string, { stream, renewed }: Running): boolean {
    try {
      if (renewed !== undefined) stream?.admit(renewed);
      return true;
    } catch (error) {
      this.fail(id, error);
      return false;
    }
  }

  private badId(): Promise<FormattedExecutionResult> {
    const error = badInput('extensions.correlationId must be a GUID of version 4.');
    return Promise.resolve({ errors: [this.shown(error, '')] });
  }

  private async answer(
    payload: SubscribePayload,
    context: RequestContext,
    address: string,
  ): Promise<FormattedExecutionResult> {
    const { arrivals, runner, logger } = this.services;
    const { correlationId } = context;
    try {
      const refusal = arrivals.limit(context, () => address);
      const answer =
        refusal === undefined
          ? await answerDocument(this.services, payload, context)
          : await runner.refuse(refusal, context);
      return answer.result;
    } catch (error) {
      logger.error({ correlationId, error: describeError(error) }, 'an operation failed');
      return { errors: [this.shown(internalError(correlationId), correlationId)] };
    }
  }

  private streamOf(id: string, subscription: OpenedSubscription): LiveStream {
    const opening = openingOf(id);
    return new LiveStream(subscription, {
      frameOf: (entry) => entry.frameAfter(opening),
      broadcasts: this.services.broadcasts,
      writer: this.writer,
      stalled: (full) => this.stalled.add(full),
      failed: (error) => {
        this.fail(id, error);
      },
    });
  }

  private fail(id: string, error: unknown): void {
    this.stop(id);
    if (this.isClosed) return;
    const correlationId = this.services.surroundings.random.uuid();
    this.sendError(id, error instanceof GraphQLError ? error : internalError(correlationId), correlationId);
  }

  private sendError(id: string, error: GraphQLError, correlationId: string): void {
    this.send({ id, type: MessageType.Error, payload: [this.shown(error, correlationId)] });
  }

  private shown(error: GraphQLError, correlationId: string): GraphQLFormattedError {
    return this.services.arrivals.present(error, correlationId).shown;
  }
}

/** Returns the correlation id set by the client, as with `x-correlation-id` over HTTP; empty if it is not a string. */
function correlationIdIn({ extensions }: SubscribePayload): string | undefined {
  const correlationId = extensions?.['correlationId'];
  if (correlationId === undefined || correlationId === null) return undefined;
  return typeof correlationId === 'string' ? correlationId.toLowerCase() : '';
}
