import type { Random } from '../../kernel/random.ts';
import type { CredentialRefused, RefusedCredential } from '../auth/refused-credentials.ts';
import type { AuditTrail } from './audit-trail.ts';

/** Refusals with one reason in this period are one entry, in milliseconds: repeated attempts cannot fill the disk. */
const MERGED_MS = 10_000;

/** Counts refused logins by reason. */
export class RefusedLogins {
  private readonly counts = new Map<RefusedCredential, number>();
  private timer: NodeJS.Timeout | undefined;
  private readonly trail: AuditTrail;
  private readonly random: Random;

  constructor(trail: AuditTrail, random: Random) {
    this.trail = trail;
    this.random = random;
  }

  readonly add: CredentialRefused = (reason) => {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
    this.timer ??= setTimeout(() => void this.flush(), MERGED_MS).unref();
  };

  /** Records what has been counted so far. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = [...this.counts];
    this.counts.clear();
    await Promise.all(
      counts.map(([result, count]) =>
        this.trail.record({
          partnerId: '',
          client: null,
          mutation: 'login',
          result,
          count,
          correlationId: this.random.uuid(),
        }),
      ),
    );
  }
}
