import type { Metrics } from '../observability/metrics.ts';
import type { Handler } from './http-server.ts';
import { answerError, answerText } from './json-answer.ts';

const ELSEWHERE = {
  code: 'NOT_FOUND',
  message: 'Metrics are not served here, but at ADMIN_HOST and ADMIN_PORT.',
} as const;

/** Tells callers of the public server where metrics are. */
export const metricsElsewhere: Handler = (_request, response) => {
  answerError(response, 404, ELSEWHERE);
};

/** Serves the metrics to operators. */
export function metricsEndpoint(metrics: Pick<Metrics, 'text' | 'contentType'>): Handler {
  return async (_request, response) => {
    answerText(response, { status: 200, type: metrics.contentType, text: await metrics.text() });
  };
}
