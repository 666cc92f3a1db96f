import { OperationTypeNode, type GraphQLError } from 'graphql';
import type { Allowance, Bucket, PartnerRates, Taken } from '../limits/partner-rates.ts';
import { tooCostly, tooManyRequests } from '../graphql/errors/client-error.ts';
import { COST_MAX } from './operation-cost.ts';
import { demandApiVersion, demandSize, demandToken, type OperationDemands } from './operation-demands.ts';
import { demandWait } from './operation-wait.ts';
import { perOperation, type RequestContext } from './request-context.ts';

const BEGINS_AS_MUTATION = /^\s*mutation\b/;

/** What an operation costs, and what remains of its partner's rate limit. */
export interface Bill {
  readonly requested: number;
  readonly maximum: number;
  readonly remainingRequests?: number;
  readonly resetSeconds?: number;
}

/** An operation to be admitted: its type, demands and variables. */
export interface AdmissionRequest {
  readonly operation: OperationTypeNode;
  readonly demands: OperationDemands;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Slip {
  bill?: Bill;
  /** Where its document has taken a request. */
  paid?: Bucket;
}

/** Decides whether operations may run, before any of their resolvers runs; the same for HTTP and sockets. */
export class Admission {
  /** Stores the bill of an operation, and what it has taken before it was parsed. */
  private readonly slipOf = perOperation((): Slip => ({}));
  private readonly rates: PartnerRates | undefined;

  /** @param rates undefined: partners have no rate limit */
  constructor(rates: PartnerRates | undefined) {
    this.rates = rates;
  }

  /**
   * Admits an operation, and stores its bill. Operations that are refused for other reasons than the rate limit count
   * too. Returns undefined if it is admitted already.
   * @throws GraphQLError UNAUTHENTICATED, FORBIDDEN, UNSUPPORTED_API_VERSION, PAYLOAD_TOO_LARGE, RATE_LIMITED, or
   * BAD_USER_INPUT for its cost or wait
   */
  admit(request: AdmissionRequest, context: RequestContext): Promise<void> | undefined {
    const taken = this.taken(request, context);
    if (taken instanceof Promise)
      return taken.then((late) => {
        this.letIn(request, context, late);
      });
    this.letIn(request, context, taken);
    return undefined;
  }

  /** What was taken before the operation was known is returned: it takes all that it needs, or nothing. */
  private taken({ operation, demands: { requests } }: AdmissionRequest, context: RequestContext) {
    const { principal } = context;
    const slip = this.slipOf(context);
    if (principal && slip.paid) this.rates?.giveBack(principal.partnerId, slip.paid, 1);
    delete slip.paid;
    return principal && this.rates?.take(principal.partnerId, bucketOf(operation), requests);
  }

  /**
   * Takes a request for a document before it is parsed, from the mutations if it begins like one; the operation returns it.
   * @throws GraphQLError RATE_LIMITED
   */
  async takeUnparsed(text: unknown, context: RequestContext): Promise<void> {
    const bucket = typeof text === 'string' && BEGINS_AS_MUTATION.test(text) ? 'mutation' : 'read';
    const { principal } = context;
    const taken = principal && (await this.rates?.take(principal.partnerId, bucket, 1));
    if (taken === undefined) return;
    this.slipOf(context).paid = bucket;
    if (!taken.isGranted) throw refusedFor(taken, bucket, 1);
  }

  private letIn(
    { operation, demands, variables }: AdmissionRequest,
    context: RequestContext,
    taken: Taken | undefined,
  ): void {
    const { apiVersion, transport } = context;
    if (taken?.isGranted === false) throw refusedFor(taken, bucketOf(operation), demands.requests);
    demandToken(demands, context);
    demandApiVersion(demands, apiVersion);
    demandSize(demands, transport.hasLargeBody);
    demandWait(demands.wait, variables);
    const requested = demands.cost(variables);
    if (requested > COST_MAX) throw tooCostly(requested, COST_MAX);
    this.slipOf(context).bill = { requested, maximum: COST_MAX, ...(taken && leftOf(taken)) };
  }

  /** Counts a request without an operation that could be run, unless it was counted before. */
  async countUnusable(context: RequestContext): Promise<void> {
    const { principal } = context;
    if (principal && this.slipOf(context).paid === undefined) await this.rates?.take(principal.partnerId, 'read', 1);
  }

  /**
   * Admits a request for what is not implemented, which counts as a query.
   * @throws GraphQLError RATE_LIMITED
   */
  async admitUnserved({ principal }: RequestContext): Promise<void> {
    const taken = principal && (await this.rates?.take(principal.partnerId, 'read', 1));
    if (taken?.isGranted === false) throw refusedFor(taken, 'read', 1);
  }

  /** Returns the bill of an admitted operation. */
  billOf(context: RequestContext): Bill | undefined {
    return this.slipOf(context).bill;
  }
}

function refusedFor({ remaining, resetSeconds }: Taken, bucket: Bucket, count: number): GraphQLError {
  const message =
    bucket === 'mutation'
      ? `The operation has ${count} root mutations, but only ${remaining} are left for ${resetSeconds} s: wait, or send fewer at a time.`
      : `No queries and subscriptions are left for ${resetSeconds} s: wait, or send fewer at a time.`;
  return tooManyRequests(message, resetSeconds);
}

function bucketOf(operation: OperationTypeNode): Bucket {
  return operation === OperationTypeNode.MUTATION ? 'mutation' : 'read';
}

function leftOf({ remaining, resetSeconds }: Allowance): Partial<Bill> {
  return { remainingRequests: remaining, resetSeconds };
}
