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

/** Which traces are kept. Where they go to is said by OpenTelemetry's own OTEL_EXPORTER_OTLP_* variables. */
export interface TracingOptions {
  /** Part of the traces that begin here, 0 to 1; a caller's trace goes on as the caller has decided. */
  readonly sampleRatio: number;
}

/**
 * Has traces recorded and exported in this process, as OTLP over HTTP.
 * @returns stops it, after what is recorded has been exported
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
