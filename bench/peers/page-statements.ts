import { MESSAGE_STATE } from '../../src/webhooks/archive/webhook-message.rows.ts';
import type { Statement } from '../../src/platform/statements/statement.ts';
import { FIND_FIRST_MESSAGES, FIND_FIRST_POCKETS, FIND_PAYMENT_ACCOUNT_BY_NUMBER } from './sql.ts';

/** The statements that the bare peer reads pages with. */
export interface PageStatements {
  /** Whether the statements take one id instead of a list of ids. */
  readonly isPruned: boolean;
  readonly account: Statement;
  readonly pockets: Statement;
  readonly messages: Statement;
}

/** The gateway's statements before it read only the selected columns. */
export const AS_GATEWAY: PageStatements = {
  isPruned: false,
  account: FIND_PAYMENT_ACCOUNT_BY_NUMBER,
  pockets: FIND_FIRST_POCKETS,
  messages: FIND_FIRST_MESSAGES,
};

/** What a careful developer would write for just these answers. */
export const PRUNED: PageStatements = {
  isPruned: true,
  account: {
    name: 'pruned_account',
    text: `select account.id, account.number, account.branch, bank.ispb as "bankIspb", bank.name as "bankName",
        holder.name as "holderName", holder.document_value as "holderDocumentValue"
      from payment_account as account join bank on bank.ispb = account.bank_ispb
      join holder on holder.id = account.holder_id
      where account.partner_id = $1 and account.number = $2`,
  },
  pockets: {
    name: 'pruned_pockets',
    text: `select id, number, label, currency, status, use_case as "useCase", created_at as "createdAt"
      from pocket where account_id = $1 order by created_at desc, id desc limit $2`,
  },
  messages: {
    name: 'pruned_messages',
    text: `select message.id, message.idempotency_key as "idempotencyKey", ${MESSAGE_STATE} as "state",
        message.destination, message.sent_date as "sentDate", message.event_name as "eventName", message.context,
        message.retry_count as "retryCount", message.next_attempt_at as "nextAttemptAt",
        message.elapsed_event_capture_us::float8 as "elapsedEventCaptureUs",
        message.elapsed_http_call_us::float8 as "elapsedHttpCallUs"
      from webhook_message as message
      where message.partner_id = $1 and message.sent_date >= $3::date::timestamp at time zone 'UTC'
        and message.sent_date < $4::date::timestamp at time zone 'UTC'
      order by message.sent_date desc, message.id desc limit $2`,
  },
};
