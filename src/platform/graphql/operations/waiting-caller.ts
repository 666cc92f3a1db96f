import { perOperation } from './request-context.ts';

/** Whether the caller of an operation still waits for its answer, or was told that it takes too long. */
export const waitingCaller = perOperation(() => ({ isAnswered: false }));
