import { randomBytes } from 'node:crypto';
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';

/** Records the statements of a request, including those in transactions: each has a span in its trace. */
export class StatementSpans {
  private readonly spans: ReadableSpan[] = [];
  private readonly provider: TracerProvider;

  /** Traces everything in this process, and exports nothing. */
  constructor() {
    this.provider = new TracerProvider({
      spanProcessors: [
        {
          onStart: () => undefined,
          onEnd: (span) => this.spans.push(span),
          forceFlush: () => Promise.resolve(),
          shutdown: () => Promise.resolve(),
        },
      ],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(this.provider);
  }

  async stop(): Promise<void> {
    trace.disable();
    propagation.disable();
    context.disable();
    await this.provider.shutdown();
  }

  /** Returns the names of the statements that have failed so far. */
  failed(): readonly string[] {
    return namesOf(this.spans.filter(({ status }) => status.code === SpanStatusCode.ERROR));
  }

  /** Runs a request in its own trace; returns the names of its statements, in the order in which they ended. */
  async of(request: (headers: Readonly<Record<string, string>>) => Promise<unknown>): Promise<readonly string[]> {
    const traceId = randomBytes(16).toString('hex');
    await request({ traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` });
    return namesOf(this.spans.filter((span) => span.spanContext().traceId === traceId));
  }
}

/** Does the same for a single request, and sets up tracing for it. Excludes statements of workers and loops. */
export async function statementsOf(
  request: (headers: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<readonly string[]> {
  const spans = new StatementSpans();
  try {
    return await spans.of(request);
  } finally {
    await spans.stop();
  }
}

function namesOf(spans: readonly ReadableSpan[]): readonly string[] {
  return spans.map(({ attributes }) => attributes['db.operation.name']).filter((name) => typeof name === 'string');
}
