import { OperationTypeNode } from 'graphql';
import type { Allowance, Bucket, PartnerRates, Taken } from '../limits/partner-rates.ts';
import type { LookupBudgets } from '../limits/lookup-budgets.ts';
import type { Principal } from '../auth/principal.ts';
import { tooCostly, tooManyRequests } from './client-error.ts';
import { COST_MAX } from './operation-cost.ts';
import { demandApiVersion, demandSize, demandToken, type OperationDemands } from './operation-demands.ts';
import type { RequestContext } from './request-context.ts';

/** What partners are limited by, besides the cost of an operation; undefined where they are not. */
export interface PartnerLimits {
  readonly rates: PartnerRates;
  readonly lookups: LookupBudgets;
}

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
  private readonly limits: PartnerLimits | undefined;

  constructor(limits: PartnerLimits | undefined) {
    this.limits = limits;
  }

  /**
   * Lets an operation in, and writes its bill. Operations that are refused for anything but their number count too.
   * @throws GraphQLError UNAUTHENTICATED, FORBIDDEN, UNSUPPORTED_API_VERSION, PAYLOAD_TOO_LARGE, RATE_LIMITED, or BAD_USER_INPUT for its cost
   */
  async admit({ operation, demands, variables }: Asked, context: RequestContext): Promise<void> {
    const { principal, apiVersion, hasLargeBody, identity } = context;
    const taken = principal && (await this.take(principal, bucketOf(operation)));
    demandToken(demands, context);
    demandApiVersion(demands, apiVersion);
    demandSize(demands, hasLargeBody);
    const requested = demands.cost(variables);
    if (requested > COST_MAX) throw tooCostly(requested, COST_MAX);
    this.bills.set(identity, { requested, maximum: COST_MAX, ...(taken && leftOf(taken)) });
    if (principal && demands.mayTellOfOthers) await this.demandLookup(principal);
  }

  /** Counts a request that is no operation at all. */
  async countUnusable({ principal }: RequestContext): Promise<void> {
    if (principal) await this.limits?.rates.take(principal.partnerId, 'read');
  }

  /** The bill of an operation that was let in. */
  billOf({ identity }: RequestContext): Bill | undefined {
    return this.bills.get(identity);
  }

  private async take({ partnerId }: Principal, bucket: Bucket): Promise<Taken | undefined> {
    const taken = await this.limits?.rates.take(partnerId, bucket);
    if (taken?.isGranted !== false) return taken;
    const what = bucket === 'mutation' ? 'mutations' : 'queries and subscriptions';
    const message = `No more ${what} are granted for ${taken.resetSeconds} s: wait, or send fewer at a time.`;
    throw tooManyRequests(message, taken.resetSeconds);
  }

  private async demandLookup({ partnerId }: Principal): Promise<void> {
    const seconds = (await this.limits?.lookups.secondsToWait(partnerId)) ?? 0;
    if (seconds === 0) return;
    const message = `Too many of these mutations found something already in use: the next is granted in ${seconds} s.`;
    throw tooManyRequests(message, seconds);
  }
}

function bucketOf(operation: OperationTypeNode): Bucket {
  return operation === OperationTypeNode.MUTATION ? 'mutation' : 'read';
}

function leftOf({ remaining, resetSeconds }: Allowance): Partial<Bill> {
  return { remainingRequests: remaining, resetSeconds };
}
