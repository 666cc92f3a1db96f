import type { GatewayProcess } from '../../support/gateway-process.ts';
import type { GraphqlBody } from '../../support/gateway.ts';
import type { Estate } from '../estate.ts';
import type { Load } from '../load.ts';
import { reasonOf, type PartnerClient } from '../partner-client.ts';
import { until } from '../recovery.ts';

/** Whom calls go to, by which clients. */
export interface Site {
  readonly estate: Estate;
  readonly load: Load;
  /** By the names of their clients. */
  readonly partners: Readonly<Record<'gama-pay' | 'beta-pay', PartnerClient>>;
}

/** How a call is sent. */
export interface Request {
  readonly partner: PartnerClient;
  /** The field of the answer; undefined where all of it is wanted. */
  readonly field: string | undefined;
  readonly query: string;
  readonly variables: object;
}

/** What came back: data, nothing, or word that the call never arrived; `wrong` is what nobody ought to get. */
export interface Reply {
  readonly data?: NonNullable<GraphqlBody['data']>;
  readonly hasArrived: boolean;
  readonly wrong?: string;
}

/** Sends a call, with a correlation id of its own. */
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
  // Only what may be tried again is no answer.
  const isRetryable = codes.length > 0 && codes.every((code) => code === 'SERVICE_UNAVAILABLE');
  return { hasArrived: true, ...(!hasExpired && !isRetryable && { wrong: JSON.stringify(body) }) };
}

/** What a partner is answered outside the histories, at whichever process, once it is answered. */
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
