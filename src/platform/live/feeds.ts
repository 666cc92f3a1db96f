import type { OpenedSubscription } from '../graphql/open-subscription.ts';
import type { FailingWork } from '../failing-work.ts';
import type { Logger } from '../observability/logger.ts';
import { Feed, type FeedMember } from './feed.ts';
import { ReplayTurns } from './replay-turns.ts';

/** All feeds of a process; the foremost of each view is the one that others join. */
export class Feeds {
  private readonly foremost = new Map<string, Feed>();
  private readonly turns = new ReplayTurns();
  private readonly logger: Logger;
  private readonly failing: FailingWork;

  constructor(logger: Logger, failing: FailingWork) {
    this.logger = logger;
    this.failing = failing;
  }

  /** Feeds a member from its position on: with others as soon as they are at the same place, alone until then. */
  enter(member: FeedMember, subscription: OpenedSubscription): Feed {
    const foremost = this.foremost.get(subscription.key);
    if (foremost?.serves(member.position) === true) {
      foremost.join(member);
      return foremost;
    }
    const { logger, failing, turns, advanced, closed } = this;
    const { position } = member;
    const feed = new Feed({ subscription, position, logger, failing, turns, advanced, closed }, [member]);
    if (foremost === undefined || foremost.position < position) this.foremost.set(feed.key, feed);
    return feed;
  }

  private readonly advanced = (feed: Feed): void => {
    const foremost = this.foremost.get(feed.key);
    if (foremost === feed) return;
    if (foremost?.serves(feed.position) === true) feed.mergeInto(foremost);
    else if (foremost === undefined || foremost.position < feed.position) this.foremost.set(feed.key, feed);
  };

  private readonly closed = (feed: Feed): void => {
    if (this.foremost.get(feed.key) === feed) this.foremost.delete(feed.key);
  };
}
