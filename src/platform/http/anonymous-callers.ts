import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AnonymousRates, type AnonymousLimits, type AnonymousRefusal } from '../limits/anonymous-rates.ts';
import { networkOf } from './client-network.ts';
import type { Handler } from './http-server.ts';
import { answerError } from './json-answer.ts';

/** An address in X-Forwarded-For to which its proxy adds the port, or brackets. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** Distinguishes callers without a token by address, and limits their rate. */
export class AnonymousCallers {
  private readonly rates: AnonymousRates;
  private readonly proxies: number;

  /** @param proxies number of proxies in front that append to X-Forwarded-For; earlier entries can be forged */
  constructor(limits: AnonymousLimits, proxies: number) {
    this.rates = new AnonymousRates(limits);
    this.proxies = proxies;
  }

  /** Returns an IPv4 address, or the network of an IPv6 one. */
  addressOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const reported = (this.proxies > 0 ? forwarded.at(-this.proxies) : undefined)?.trim() ?? '';
    const [, inBrackets, ofVersion4 = reported] = WITH_PORT.exec(reported) ?? [];
    const address = inBrackets ?? ofVersion4;
    return networkOf(isIP(address) > 0 ? address : (socket.remoteAddress ?? ''));
  }

  /** Counts a request, or returns why it is refused. */
  take(address: string): AnonymousRefusal | undefined {
    return this.rates.take(address);
  }

  /**
   * Limits a handler to the rate of callers without a token.
   * @param atNoCost returns a handler for requests beyond that rate, if one can answer them at no cost
   */
  around(handler: Handler, atNoCost: (request: IncomingMessage) => Handler | undefined = () => undefined): Handler {
    return (request, response) => {
      const refusal = this.take(this.addressOf(request));
      if (refusal === undefined) return handler(request, response);
      const other = atNoCost(request);
      if (other !== undefined) return other(request, response);
      const { message, retryAfterSeconds } = refusal;
      answerError(response, 429, { code: 'RATE_LIMITED', message }, { 'retry-after': String(retryAfterSeconds) });
    };
  }
}
