import { perOperation } from './request-context.ts';

/** Whether the caller of an operation already got the timeout instead of its result. */
export const waitingCaller = perOperation(() => ({ isAnswered: false }));
