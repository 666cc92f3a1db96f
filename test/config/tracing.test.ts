import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

describe('OTEL_SDK_DISABLED, as OpenTelemetry reads it,', () => {
  test.each(['true', 'TRUE', ' True '])('turns tracing off: %j', (value) => {
    expect(readConfig({ ...COLLECTOR, OTEL_SDK_DISABLED: value }).tracing).toBeUndefined();
  });

  test.each(['false', 'FALSE', '1', ''])('leaves tracing on: %j', (value) => {
    expect(readConfig({ ...COLLECTOR, OTEL_SDK_DISABLED: value }).tracing).toBeDefined();
  });
});
