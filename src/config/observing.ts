import * as v from 'valibot';
import { choice, httpUrl, problem } from '../platform/settings/kinds.ts';
import { optional, setting, settingGroup } from '../platform/settings/setting.ts';

/** OpenTelemetry's samplers of traces that begin here. */
const TRACE_ROOTS = ['always_on', 'always_off', 'traceidratio'] as const;

/** OpenTelemetry appends a path to it. It can have a password, which the error does not show. */
const collectorUrl = v.pipe(
  v.string(),
  problem((value) =>
    /[?#]/.test(value) ? 'has a "?" or a "#": write it without, since a path is appended' : undefined,
  ),
  httpUrl,
  v.description('an http or https URL without "?" and "#"'),
);

/** OpenTelemetry's own variables, which its exporter reads too. */
const settings = {
  logLevel: setting(
    'LOG_LEVEL',
    choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    'level of the log',
  ),
  endpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    collectorUrl,
    'nothing is traced',
    "endpoint for traces, as OTLP over HTTP; OpenTelemetry's other `OTEL_*` variables apply too",
  ),
  tracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    httpUrl,
    '`OTEL_EXPORTER_OTLP_ENDPOINT`',
    'endpoint for traces only',
  ),
  exporter: setting(
    'OTEL_TRACES_EXPORTER',
    choice(['otlp', 'none']),
    'otlp',
    '`none`: nothing is traced, even with an endpoint',
  ),
  isDisabled: setting(
    'OTEL_SDK_DISABLED',
    v.pipe(
      v.string(),
      v.transform((value) => value.toLowerCase() === 'true'),
      v.description('true in any case; anything else is false'),
    ),
    'false',
    '`true`: nothing is traced, even with an endpoint',
  ),
  sampler: setting(
    'OTEL_TRACES_SAMPLER',
    choice([...TRACE_ROOTS, ...TRACE_ROOTS.map((root) => `parentbased_${root}` as const)]),
    'parentbased_traceidratio',
    'which traces are recorded; `parentbased_`: a trace that a caller began is recorded if the caller records it',
  ),
  sampleRatio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    v.pipe(v.string(), v.regex(/^(0|1|0?\.\d+|1\.0+)$/), v.toNumber(), v.description('a number from 0 to 1')),
    '1',
    'share of traces that are recorded, with a sampler whose name ends in `traceidratio`',
  ),
};

/** What operators see of the process. */
export const observing = settingGroup('Logs and traces', settings, (values) => {
  const { logLevel, endpoint, tracesEndpoint, exporter, isDisabled, sampler, sampleRatio } = values;
  const isTraced = !isDisabled && exporter !== 'none' && (tracesEndpoint ?? endpoint) !== undefined;
  return { logLevel, tracing: isTraced ? { sampler, sampleRatio } : undefined };
});
