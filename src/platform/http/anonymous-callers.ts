import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { AnonymousRates, type AnonymousLimits, type AnonymousRefusal } from '../limits/anonymous-rates.ts';
import type { Handler } from './http-server.ts';
import { answerError } from './json-answer.ts';

/** Groups of an IPv6 address, and those of its network: owners of an address choose the remaining ones freely. */
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

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
    const reported = this.proxies > 0 ? forwarded.at(-this.proxies)?.trim() : undefined;
    return networkOf(reported !== undefined && isIP(reported) > 0 ? reported : (socket.remoteAddress ?? ''));
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

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, GROUPS_OF_NETWORK).join(':');
}
