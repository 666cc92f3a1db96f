import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Which traces are recorded. OpenTelemetry's own variables OTEL_EXPORTER_OTLP_* define where they are exported to. */
export interface TracingOptions {
  /** Fraction of the traces that begin here, 0 to 1; a caller's trace is sampled as the caller has decided. */
  readonly sampleRatio: number;
}

/**
 * Starts recording and exporting traces in this process, as OTLP over HTTP.
 * @returns a function that exports what is recorded, and stops
 */
export function startTracing({ sampleRatio }: TracingOptions): () => Promise<void> {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'partner-banking-gateway' }))
      .merge(detectResources({ detectors: [serviceNameEnvDetector, resourceAttributesEnvDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
