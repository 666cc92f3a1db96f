import type { GatewayProcess } from '../../support/gateway-process.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { Estate } from '../estate.ts';
import type { Load } from '../load.ts';
import { reasonOf, type PartnerClient } from '../partner-client.ts';
import { until } from '../recovery.ts';

/** The processes that are called, and the clients that call them. */
export interface Site {
  readonly estate: Estate;
  readonly load: Load;
  /** By client name. */
  readonly partners: Readonly<Record<'gama-pay' | 'beta-pay', PartnerClient>>;
}

/** A request to send. */
export interface Request {
  readonly partner: PartnerClient;
  /** The field of the answer to return; undefined: all of it. */
  readonly field: string | undefined;
  readonly query: string;
  readonly variables: object;
}

/** Data, nothing, or that the call never arrived; `wrong` is an answer that no client must get. */
export interface Reply {
  readonly data?: NonNullable<GraphqlBody['data']>;
  readonly hasArrived: boolean;
  readonly wrong?: string;
}

/** Sends a call with its correlation id. */
export async function send(
  { load }: Site,
  gateway: GatewayProcess,
  { partner, field, correlationId, ...request }: Request & { readonly correlationId: string },
): Promise<Reply> {
  let body: GraphqlBody;
  try {
    body = await partner.post(gateway, request, { correlationId });
  } catch (error) {
    return { hasArrived: reasonOf(error) !== 'ECONNREFUSED' };
  }
  const data = (field === undefined ? body.data : body.data?.[field]) ?? undefined;
  if (data !== undefined) return { data, hasArrived: true };
  const codes = body.errors?.map(({ extensions }) => extensions['code']) ?? [];
  const hasExpired = load.haveTokensExpired && codes.includes('UNAUTHENTICATED');
  if (hasExpired) partner.forgetToken(gateway);
  // Only a retryable error is not an answer.
  const isRetryable = codes.length > 0 && codes.every((code) => code === 'SERVICE_UNAVAILABLE');
  return { hasArrived: true, ...(!hasExpired && !isRetryable && { wrong: JSON.stringify(body) }) };
}

/** Sends a request outside the histories until it is answered, and returns the data. */
export async function read({ estate }: Site, partner: PartnerClient, query: string, variables: object = {}) {
  let found: NonNullable<GraphqlBody['data']>;
  await until('a partner is answered', async () => {
    const { data, errors = [] } = await partner.post(estate.anyApi, { query, variables });
    found = data;
    const isRetryable = errors.some(({ extensions }) => extensions['code'] === 'SERVICE_UNAVAILABLE');
    if ((data === undefined || data === null) && !isRetryable) throw new Error(JSON.stringify(errors));
    return data !== undefined && data !== null;
  });
  return found;
}
