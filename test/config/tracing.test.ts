import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';
import { samplerOf } from '../../src/platform/observability/tracing.ts';

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

describe('OTEL_SDK_DISABLED, as OpenTelemetry reads it,', () => {
  test.each(['true', 'TRUE', ' True '])('turns tracing off: %j', (value) => {
    expect(readConfig({ ...COLLECTOR, OTEL_SDK_DISABLED: value }).tracing).toBeUndefined();
  });

  test.each(['false', 'FALSE', '1', ''])('leaves tracing on: %j', (value) => {
    expect(readConfig({ ...COLLECTOR, OTEL_SDK_DISABLED: value }).tracing).toBeDefined();
  });
});

test('OTEL_TRACES_EXPORTER turns tracing off by none', () => {
  expect(readConfig({ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined();
  expect(readConfig({ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'otlp' }).tracing).toBeDefined();
  expect(() => readConfig({ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'zipkin' })).toThrow(/^OTEL_TRACES_EXPORTER /);
});

describe('OTEL_TRACES_SAMPLER', () => {
  const ratio = 'TraceIdRatioBased{0.25}';

  test.each([
    ['', `ParentBased{root=${ratio}`],
    ['always_on', 'AlwaysOnSampler'],
    ['always_off', 'AlwaysOffSampler'],
    ['traceidratio', ratio],
    ['parentbased_always_on', 'ParentBased{root=AlwaysOnSampler'],
    ['parentbased_always_off', 'ParentBased{root=AlwaysOffSampler'],
    ['parentbased_traceidratio', `ParentBased{root=${ratio}`],
  ])('%j is the sampler %s', (name, sampler) => {
    const environment = { ...COLLECTOR, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0.25' };
    const { tracing } = readConfig(environment);
    expect(String(tracing && samplerOf(tracing)).slice(0, sampler.length)).toBe(sampler);
  });

  test('with another name is refused', () => {
    expect(() => readConfig({ ...COLLECTOR, OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toThrow(/^OTEL_TRACES_SAMPLER /);
  });
});
