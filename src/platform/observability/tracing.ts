import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { passTracesOn } from './pass-traces-on.ts';

/** Which traces are recorded. OpenTelemetry's own variables OTEL_EXPORTER_OTLP_* define where they are exported to. */
export interface TracingOptions {
  readonly sampler: TraceSampler;
  /** Fraction of the traces, 0 to 1, for a sampler with one. */
  readonly sampleRatio: number;
}

/** Samplers by their names in OpenTelemetry; with `parentbased_`, a caller's trace is sampled as the caller has decided. */
type TraceSampler =
  'always_on' | 'always_off' | 'traceidratio' | `parentbased_${'always_on' | 'always_off' | 'traceidratio'}`;

export function samplerOf({ sampler, sampleRatio }: TracingOptions): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(sampleRatio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) });
  }
}

/**
 * Starts recording and exporting traces in this process, as OTLP over HTTP.
 * @returns a function that exports what is recorded, and stops
 */
export function startTracing(options: TracingOptions): () => Promise<void> {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'partner-banking-gateway' }))
      .merge(detectResources({ detectors: [serviceNameEnvDetector, resourceAttributesEnvDetector] })),
    sampler: samplerOf(options),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  passTracesOn();
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}
