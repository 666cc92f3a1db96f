import { OperationTypeNode, type GraphQLError } from 'graphql';
import type { Allowance, Bucket, PartnerRates, Taken } from '../../limits/partner-rates.ts';
import { tooCostly, tooManyRequests } from './client-error.ts';
import { COST_MAX } from '../documents/operation-cost.ts';
import { demandApiVersion, demandSize, demandToken, type OperationDemands } from './operation-demands.ts';
import { demandWait } from './operation-wait.ts';
import type { RequestContext } from './request-context.ts';

/** What an operation cost, and what is left to its partner. */
export interface Bill {
  readonly requested: number;
  readonly maximum: number;
  readonly remainingRequests?: number;
  readonly resetSeconds?: number;
}

/** What is asked for: an operation's type and demands, and the variables that came with it. */
export interface Asked {
  readonly operation: OperationTypeNode;
  readonly demands: OperationDemands;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Decides whether operations may run, before any of their resolvers does; the same for HTTP and sockets. */
export class Admission {
  /** By the identity of the operation's context. */
  private readonly bills = new WeakMap<object, Bill>();
  private readonly rates: PartnerRates | undefined;

  /** @param rates undefined: partners may ask as often as they like */
  constructor(rates: PartnerRates | undefined) {
    this.rates = rates;
  }

  /**
   * Lets an operation in, and writes its bill. Operations that are refused for anything but their number count too.
   * Undefined: it is let in already.
   * @throws GraphQLError UNAUTHENTICATED, FORBIDDEN, UNSUPPORTED_API_VERSION, PAYLOAD_TOO_LARGE, RATE_LIMITED, or BAD_USER_INPUT for its cost
   */
  admit(asked: Asked, context: RequestContext): Promise<void> | undefined {
    const { principal } = context;
    const taken = principal && this.rates?.take(principal.partnerId, bucketOf(asked.operation), asked.demands.requests);
    if (taken instanceof Promise)
      return taken.then((late) => {
        this.letIn(asked, context, late);
      });
    this.letIn(asked, context, taken);
    return undefined;
  }

  private letIn({ operation, demands, variables }: Asked, context: RequestContext, taken: Taken | undefined): void {
    const { apiVersion, hasLargeBody, identity } = context;
    if (taken?.isGranted === false) throw refusedFor(taken, bucketOf(operation), demands.requests);
    demandToken(demands, context);
    demandApiVersion(demands, apiVersion);
    demandSize(demands, hasLargeBody);
    demandWait(demands.wait, variables);
    const requested = demands.cost(variables);
    if (requested > COST_MAX) throw tooCostly(requested, COST_MAX);
    this.bills.set(identity, { requested, maximum: COST_MAX, ...(taken && leftOf(taken)) });
  }

  /** Counts a request that is not an operation at all. */
  async countUnusable({ principal }: RequestContext): Promise<void> {
    if (principal) await this.rates?.take(principal.partnerId, 'read', 1);
  }

  /** The bill of an operation that was let in. */
  billOf({ identity }: RequestContext): Bill | undefined {
    return this.bills.get(identity);
  }
}

function refusedFor({ remaining, resetSeconds }: Taken, bucket: Bucket, count: number): GraphQLError {
  const message =
    bucket === 'mutation'
      ? `The operation has ${count} root mutations, and ${remaining} are granted for ${resetSeconds} s: wait, or send fewer at a time.`
      : `No more queries and subscriptions are granted for ${resetSeconds} s: wait, or send fewer at a time.`;
  return tooManyRequests(message, resetSeconds);
}

function bucketOf(operation: OperationTypeNode): Bucket {
  return operation === OperationTypeNode.MUTATION ? 'mutation' : 'read';
}

function leftOf({ remaining, resetSeconds }: Allowance): Partial<Bill> {
  return { remainingRequests: remaining, resetSeconds };
}
