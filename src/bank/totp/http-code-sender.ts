import type { Logger } from '../../platform/observability/logger.ts';
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts';
import type { CodeSender, CodeToSend } from './code-sender.ts';

const USER_AGENT = 'partner-banking-gateway';

export interface HttpCodeSenderOptions {
  readonly outbound: OutboundClient;
  /** The URL that codes are posted to. */
  readonly url: string;
  /** Bearer token that authenticates the gateway to the endpoint. */
  readonly token: string | undefined;
  readonly logger: Logger;
}

/** Posts codes to the operator's own endpoint, which sends them by e-mail and SMS. Any 2xx response accepts a code. */
export class HttpCodeSender implements CodeSender {
  private readonly options: HttpCodeSenderOptions;

  constructor(options: HttpCodeSenderOptions) {
    this.options = options;
  }

  async send({ id, code, key, expiresAt, partnerId, correlationId }: CodeToSend): Promise<boolean> {
    const { outbound, url, token, logger } = this.options;
    const outcome = await outbound.post({
      url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': USER_AGENT,
        'idempotency-key': id,
        'x-correlation-id': correlationId,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ partner: partnerId, type: key.type, value: key.value, code, expiresAt }),
    });
    const isTaken = 'status' in outcome && outcome.status < 300;
    const reason = 'status' in outcome ? `HTTP ${outcome.status}` : outcome.failure.message;
    if (!isTaken) logger.warn({ correlationId, reason }, 'a code could not be sent');
    return isTaken;
  }
}
