import { tooManyAtOnce } from '../graphql/errors/client-error.ts';
import type { Allowance } from '../limits/allowance.ts';
import { Ledger } from '../limits/ledger.ts';
import type { OpenedSubscription } from '../requests/opened-subscription.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import type { Logger } from '../observability/logger.ts';
import { Broadcast, type BroadcastMember } from './broadcast.ts';
import { PageTurns } from './page-turns.ts';

/** Different views of one partner that a process shows (ours): clients use a handful of documents. */
const VIEWS_MAX = 256;

export interface BroadcastLimits {
  /** Holds what subscriptions keep; by default they may keep anything. */
  readonly ledger?: Ledger;
  /** Limits the cost of live events. */
  readonly costs?: Allowance;
}

/** All broadcasts of a process. Members join the one of their view that is furthest ahead in the log. */
export class Broadcasts {
  private readonly foremost = new Map<string, Broadcast>();
  /** Those of replays wait for storage, which those of live events seldom do. */
  private readonly turns = { stored: new PageTurns(), live: new PageTurns() };
  private readonly views = new Map<string, number>();
  readonly ledger: Ledger;
  private readonly costs: Allowance | undefined;
  private readonly logger: Logger;
  private readonly failing: FailingWork;

  constructor(logger: Logger, failing: FailingWork, { ledger, costs }: BroadcastLimits = {}) {
    this.logger = logger;
    this.failing = failing;
    this.ledger = ledger ?? new Ledger(Number.POSITIVE_INFINITY);
    this.costs = costs;
  }

  /** Delivers the log to a member from its position on, together with others once they are at the same position. */
  enter(member: BroadcastMember, subscription: OpenedSubscription): Broadcast | undefined {
    const foremost = this.foremost.get(subscription.key);
    if (foremost?.serves(member.position) === true) {
      foremost.join(member);
      return foremost;
    }
    if (foremost === undefined && this.viewsOf(subscription) >= VIEWS_MAX) {
      const message = `A partner may have at most ${VIEWS_MAX} subscriptions that differ in more than where they begin: end some, or share their documents and variables.`;
      member.fail(tooManyAtOnce(message));
      return undefined;
    }
    const { logger, failing, turns, ledger, costs, advanced, closed } = this;
    const { position } = member;
    const parts = { subscription, position, logger, failing, turns, ledger, costs, advanced, closed };
    const broadcast = new Broadcast(parts, [member]);
    if (foremost === undefined || foremost.isBehind(position)) this.lead(broadcast);
    return broadcast;
  }

  private viewsOf({ source: { owner } }: OpenedSubscription): number {
    return this.views.get(owner) ?? 0;
  }

  private lead(broadcast: Broadcast): void {
    if (!this.foremost.has(broadcast.key)) this.views.set(broadcast.owner, (this.views.get(broadcast.owner) ?? 0) + 1);
    this.foremost.set(broadcast.key, broadcast);
  }

  private readonly advanced = (broadcast: Broadcast): void => {
    const foremost = this.foremost.get(broadcast.key);
    if (foremost === broadcast) return;
    if (foremost?.serves(broadcast.position) === true) broadcast.mergeInto(foremost);
    else if (foremost === undefined || foremost.isBehind(broadcast.position)) this.lead(broadcast);
  };

  private readonly closed = (broadcast: Broadcast): void => {
    const { key, owner } = broadcast;
    if (this.foremost.get(key) !== broadcast) return;
    this.foremost.delete(key);
    const left = (this.views.get(owner) ?? 1) - 1;
    if (left > 0) this.views.set(owner, left);
    else this.views.delete(owner);
  };
}
