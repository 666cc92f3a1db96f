import type { OpenedSubscription } from '../requests/opened-subscription.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import type { Logger } from '../observability/logger.ts';
import { Broadcast, type BroadcastMember } from './broadcast.ts';
import { ReplayTurns } from './replay-turns.ts';

/** All broadcasts of a process. Members join the one of their view that is furthest ahead in the log. */
export class Broadcasts {
  private readonly foremost = new Map<string, Broadcast>();
  private readonly turns = new ReplayTurns();
  private readonly logger: Logger;
  private readonly failing: FailingWork;

  constructor(logger: Logger, failing: FailingWork) {
    this.logger = logger;
    this.failing = failing;
  }

  /** Delivers the log to a member from its position on, together with others once they are at the same position. */
  enter(member: BroadcastMember, subscription: OpenedSubscription): Broadcast {
    const foremost = this.foremost.get(subscription.key);
    if (foremost?.serves(member.position) === true) {
      foremost.join(member);
      return foremost;
    }
    const { logger, failing, turns, advanced, closed } = this;
    const { position } = member;
    const broadcast = new Broadcast({ subscription, position, logger, failing, turns, advanced, closed }, [member]);
    if (foremost === undefined || foremost.isBehind(position)) this.foremost.set(broadcast.key, broadcast);
    return broadcast;
  }

  private readonly advanced = (broadcast: Broadcast): void => {
    const foremost = this.foremost.get(broadcast.key);
    if (foremost === broadcast) return;
    if (foremost?.serves(broadcast.position) === true) broadcast.mergeInto(foremost);
    else if (foremost === undefined || foremost.isBehind(broadcast.position))
      this.foremost.set(broadcast.key, broadcast);
  };

  private readonly closed = (broadcast: Broadcast): void => {
    if (this.foremost.get(broadcast.key) === broadcast) this.foremost.delete(broadcast.key);
  };
}
