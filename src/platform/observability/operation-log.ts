import type { ObserveOperation } from '../graphql/operations/operation-end.ts';
import type { Logger } from './logger.ts';

/** A line for each operation, without its values: a partner's data is nothing for a log. */
export function logOperations(logger: Logger): ObserveOperation {
  return ({ milliseconds, codes, ...end }) => {
    const line = { ...end, ...(codes.length > 0 && { codes }), ms: Math.round(milliseconds * 1_000) / 1_000 };
    logger.info(line, 'operation');
  };
}
