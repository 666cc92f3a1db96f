import { perOperation, type RequestContext } from './request-context.ts';

/** Whether the caller of an operation already got the timeout instead of its result. */
export const waitingCaller = perOperation(() => ({ isAnswered: false }));

/** Notes that the caller of an operation got the timeout. */
export function answeredTooLate(context: RequestContext): void {
  waitingCaller(context).isAnswered = true;
}
