import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanOptions,
} from '@opentelemetry/api';

const TRACER = 'partner-banking-gateway';
/** The span that work gets while tracing is off. */
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** An incoming request, which begins a trace or continues the caller's. */
export interface Arrival {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly attributes: Attributes;
}

/** Runs work in a span for an incoming request. While tracing is off, `arrival` is not called and there is no span. */
export function onArrival<Result>(arrival: () => Arrival, work: (span: Span) => Promise<Result>): Promise<Result> {
  if (!isTraced()) return work(NO_SPAN);
  const { name, headers, attributes } = arrival();
  const parent = propagation.extract(context.active(), headers);
  const options = { kind: SpanKind.SERVER, attributes };
  return trace.getTracer(TRACER).startActiveSpan(name, options, parent, (span) => ended(span, work));
}

/** Runs background work in a span that begins a trace. */
export function asWork<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return trace.getTracer(TRACER).startActiveSpan(name, { ...options, root: true }, (span) => ended(span, work));
}

/** Runs work in a child span. If the active span is not recorded, `attributes` is not called and there is no span. */
export function within<Result>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (trace.getActiveSpan()?.isRecording() !== true) return work();
  const options = { kind: SpanKind.CLIENT, attributes: attributes() };
  return trace.getTracer(TRACER).startActiveSpan(name, options, (span) => ended(span, work));
}

/** Adds attributes to the active span, if any. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** Returns headers with which the receiver continues the trace (W3C Trace Context); none while tracing is off. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Runs work later within the span that was active when it was kept. */
type InItsSpan = ReturnType<typeof AsyncLocalStorage.snapshot>;
const untraced: InItsSpan = (work, ...given) => work(...given);

/** Keeps the active span for work that is started from another context. */
export function keepSpan(): InItsSpan {
  return isTraced() ? AsyncLocalStorage.snapshot() : untraced;
}

/** If traces are recorded, there is a propagator for their headers. */
function isTraced(): boolean {
  return propagation.fields().length > 0;
}

/** Ends the span after the work. The text of an error may contain personal data: the span only gets its status. */
async function ended<Result>(span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    return await work(span);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
