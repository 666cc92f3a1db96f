import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a receiver reads of the envelope of a cash-in. */
interface CashInEnvelope {
  readonly name: string;
  readonly entityId: string;
  readonly data: {
    readonly authenticationCode: string;
    readonly amount: { readonly value: number };
    readonly recipient: { readonly account: { readonly number: string } };
  };
}

/** A receiver that iterates over the body, books into the account of the recipient, and books a transfer it knows of. */
export class BookingReceiver {
  readonly booked: [account: string, cents: number][] = [];
  private readonly expected = new Set<string>();

  receive(body: string): number {
    const envelopes: Iterable<CashInEnvelope> = JSON.parse(body);
    for (const { name, entityId, data } of envelopes) {
      if (data.authenticationCode !== entityId) return 422;
      if (name.endsWith('_WAS_RECEIVED')) this.expected.add(entityId);
      else if (!this.expected.has(entityId)) return 409;
      else this.booked.push([data.recipient.account.number.padStart(6, '0'), Math.round(data.amount.value * 100)]);
    }
    return 200;
  }
}

/** A receiver that takes only what is signed by `authorization: hmac`, once. */
export class GuardedReceiver {
  private readonly nonces = new Set<string>();
  private readonly secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  status(headers: IncomingHttpHeaders, body: Buffer, uri: string): number {
    const { authorization, nonce, requesttimestamp, publickey } = headers;
    if (authorization === undefined || typeof nonce !== 'string' || typeof requesttimestamp !== 'string') return 401;
    if (!/^[0-9a-f]{32}$/.test(nonce) || this.nonces.has(nonce)) return 401;
    if (Math.abs(Date.now() / 1_000 - Number(requesttimestamp)) > 300) return 401;
    const text = `${String(publickey)}&${encodeURIComponent(uri).toLowerCase()}&${requesttimestamp}&${nonce}&${body.toString('base64')}`;
    this.nonces.add(nonce);
    return authorization === `hmac ${createHmac('sha256', this.secret).update(text).digest('base64')}` ? 200 : 401;
  }
}
