import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { AnonymousRates, type AnonymousLimits, type AnonymousRefusal } from '../limits/anonymous-rates.ts';
import type { Handler } from './http-server.ts';
import { answerError } from './json-answer.ts';

/** Groups of an IPv6 address, and those of them that its owner does not choose freely. */
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/** Who asks without a token, told apart by address, and how often they may. */
export class AnonymousCallers {
  private readonly rates: AnonymousRates;
  private readonly proxies: number;

  /** @param proxies how many proxies in front of the gateway add to X-Forwarded-For; what is before them is made up */
  constructor(limits: AnonymousLimits, proxies: number) {
    this.rates = new AnonymousRates(limits);
    this.proxies = proxies;
  }

  /** An IPv4 address, or the network of an IPv6 one. */
  addressOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const told = this.proxies > 0 ? forwarded.at(-this.proxies)?.trim() : undefined;
    return networkOf(told !== undefined && isIP(told) > 0 ? told : (socket.remoteAddress ?? ''));
  }

  /** Counts a request, or says why it is not heard. */
  take(address: string): AnonymousRefusal | undefined {
    return this.rates.take(address);
  }

  /**
   * A handler for everybody who asks, as often as callers without a token may.
   * @param atNoCost what answers those who ask more often, where that takes nothing
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
