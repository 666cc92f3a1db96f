import type { OutboundClient } from '../../platform/outbound/outbound-client.ts';
import { portProblem, targetProblem } from '../../platform/outbound/target-url.ts';
import type { FindTargetProblem } from './configuration-fields.value.ts';

/** Resolves host names unless all addresses are allowed. A name without addresses is valid: it may get some later. */
export function targetCheck(outbound: OutboundClient, sandbox: boolean): FindTargetProblem {
  return async (uri) => {
    const problem = targetProblem(uri, { allowHttp: sandbox }) ?? (sandbox ? undefined : portProblem(uri));
    if (problem !== undefined || sandbox) return problem;
    const isForbidden = (await outbound.checkHost(uri)) === 'forbidden';
    return isForbidden ? 'The host of the URL has an address that is not public.' : undefined;
  };
}
