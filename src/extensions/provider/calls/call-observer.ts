import type { Logger } from '../../../platform/observability/logger.ts';
import type { CallMeter } from '../../../platform/observability/call-meter.ts';
import type { ProviderCall, ProviderReply } from './provider-call.ts';

interface CallEnd {
  readonly reply: ProviderReply;
  /** On the monotonic clock, in milliseconds. */
  readonly beganAt: number;
  /** Undefined: it was not sent. */
  readonly sentAt: number | undefined;
}

/** Counts calls, and logs a line for each, without its values: the log must not contain a partner's data. */
export class CallObserver {
  private readonly meter: CallMeter;
  private readonly logger: Logger;

  constructor(meter: CallMeter, logger: Logger) {
    this.meter = meter;
    this.logger = logger;
  }

  ended(call: ProviderCall, { reply, beganAt, sentAt }: CallEnd): void {
    const now = performance.now();
    const { partnerId: partner, correlationId, method, route } = call;
    const outcome = reply.kind.toLowerCase();
    this.meter.ended(route, outcome, {
      seconds: (now - beganAt) / 1_000,
      waitSeconds: ((sentAt ?? now) - beganAt) / 1_000,
    });
    const status = reply.kind === 'ANSWERED' ? { status: reply.status } : {};
    const ms = Math.round((now - beganAt) * 1_000) / 1_000;
    this.logger.info({ method, route, partner, correlationId, outcome, ...status, ms }, 'provider call');
  }
}
