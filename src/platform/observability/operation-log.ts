import type { ObserveOperation } from './operation-end.ts';
import { lineWriter, type Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Counts and logs every operation. */
export function operationObserver(metrics: Metrics, logger: Logger): ObserveOperation {
  const log = logOperations(logger);
  return (end) => {
    metrics.operationEnded(end);
    log(end);
  };
}

/**
 * Logs a line for each operation, without its values: a partner's data does not belong in a log. Codes and GraphQL
 * names need no escaping in JSON.
 */
function logOperations(logger: Logger): ObserveOperation {
  const write = lineWriter(logger, 'operation');
  return ({ type, name, rootFields, transport, partnerId, correlationId, codes, cost, milliseconds }) => {
    const of = (type === undefined ? '' : `,"type":"${type}"`) + (name === undefined ? '' : `,"name":"${name}"`);
    const fields = rootFields.length === 0 ? '' : `"${rootFields.join('","')}"`;
    const whose = partnerId === undefined ? '' : `,"partnerId":${JSON.stringify(partnerId)}`;
    const bill = cost === undefined ? '' : `,"cost":${cost}`;
    const ending = codes.length === 0 ? '' : `,"codes":["${codes.join('","')}"]`;
    const ms = Math.round(milliseconds * 1_000) / 1_000;
    write(
      `${of},"rootFields":[${fields}],"transport":"${transport}"${whose},"correlationId":${JSON.stringify(correlationId)}${bill}${ending},"ms":${ms}`,
    );
  };
}
