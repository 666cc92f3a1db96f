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
/** What is told what happens where nothing is traced. */
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** What comes in and begins a trace here, or goes on with the caller's. */
export interface Arrival {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly attributes: Attributes;
}

/** A span for what has come in. Without an exporter there are no spans, and nothing is made for them. */
export function onArrival<Result>(arrival: () => Arrival, work: (span: Span) => Promise<Result>): Promise<Result> {
  if (!isTraced()) return work(NO_SPAN);
  const { name, headers, attributes } = arrival();
  const parent = propagation.extract(context.active(), headers);
  const options = { kind: SpanKind.SERVER, attributes };
  return trace.getTracer(TRACER).startActiveSpan(name, options, parent, (span) => ended(span, work));
}

/** A span for work that nobody waits for: it begins a trace. */
export function asWork<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return trace.getTracer(TRACER).startActiveSpan(name, { ...options, root: true }, (span) => ended(span, work));
}

/** A span within another; none where nothing is traced, and then nothing is made for it. */
export function within<Result>(
  name: string,
  attributes: () => Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (trace.getActiveSpan()?.isRecording() !== true) return work();
  const options = { kind: SpanKind.CLIENT, attributes: attributes() };
  return trace.getTracer(TRACER).startActiveSpan(name, options, (span) => ended(span, work));
}

/** Adds to the span that is under way, if any. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** Headers by which the other side goes on with the trace (W3C Trace Context); none where nothing is traced. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Where traces are recorded, there is a propagator for their headers. */
function isTraced(): boolean {
  return propagation.fields().length > 0;
}

/** An error's text may repeat what is personal: the span learns only that there was one. */
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
