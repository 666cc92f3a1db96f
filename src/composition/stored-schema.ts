import { Migration20261120120000_foundation } from '../../migrations/Migration20261120120000_foundation.ts';
import { Migration20261121100000_cash_ins } from '../../migrations/Migration20261121100000_cash_ins.ts';
import { Migration20261121120000_webhooks } from '../../migrations/Migration20261121120000_webhooks.ts';
import { Migration20261121130000_message_changes } from '../../migrations/Migration20261121130000_message_changes.ts';
import { Migration20261121133000_released_positions } from '../../migrations/Migration20261121133000_released_positions.ts';
import { Migration20261121134000_socket_counts } from '../../migrations/Migration20261121134000_socket_counts.ts';
import { Migration20261121140000_customers } from '../../migrations/Migration20261121140000_customers.ts';
import { Migration20261121150000_pix_entries } from '../../migrations/Migration20261121150000_pix_entries.ts';
import { Migration20261121160000_limits } from '../../migrations/Migration20261121160000_limits.ts';
import { Migration20261121170000_audit_trail } from '../../migrations/Migration20261121170000_audit_trail.ts';
import { Migration20261121180000_row_level_security } from '../../migrations/Migration20261121180000_row_level_security.ts';
import { Migration20261122020000_native_enums } from '../../migrations/Migration20261122020000_native_enums.ts';
import { Migration20261122090000_webhook_leases } from '../../migrations/Migration20261122090000_webhook_leases.ts';
import { Migration20261122091000_audit_index } from '../../migrations/Migration20261122091000_audit_index.ts';
import { Migration20261123090000_lookup_budgets } from '../../migrations/Migration20261123090000_lookup_budgets.ts';
import { Migration20261123091000_totp_limits } from '../../migrations/Migration20261123091000_totp_limits.ts';
import { Migration20261123100000_measured_durations } from '../../migrations/Migration20261123100000_measured_durations.ts';
import { Migration20261123110000_event_capture } from '../../migrations/Migration20261123110000_event_capture.ts';
import { Migration20261123120000_turns_of_partners } from '../../migrations/Migration20261123120000_turns_of_partners.ts';
import { AccountProgram } from '../bank/accounts/account-program.entity.ts';
import { Bank } from '../bank/accounts/bank.entity.ts';
import { PaymentAccount } from '../bank/accounts/payment-account.entity.ts';
import { CashIn } from '../bank/cash-ins/cash-in.entity.ts';
import { CustomerContact } from '../bank/customers/customer-contact.entity.ts';
import { CustomerRecord } from '../bank/customers/customer-record.entity.ts';
import { CustomerRegistration } from '../bank/customers/customer-registration.entity.ts';
import { Customer } from '../bank/customers/customer.entity.ts';
import { Holder } from '../bank/customers/holder.entity.ts';
import { WebhookDelivery } from '../webhooks/deliveries/webhook-delivery.entity.ts';
import { WebhookLease } from '../webhooks/deliveries/webhook-lease.entity.ts';
import { DocumentAnalysis } from '../bank/identity-pictures/document-analysis.entity.ts';
import { EventCapture } from '../events/event-capture.entity.ts';
import { EventHead } from '../events/event-head.entity.ts';
import { Event } from '../events/event.entity.ts';
import { Outbox } from '../events/outbox.entity.ts';
import { Partner } from '../bank/partners/partner.entity.ts';
import { PixEntry } from '../bank/pix/pix-entry.entity.ts';
import { TransactionalHash } from '../bank/pix/transactional-hash.entity.ts';
import { Installation } from '../platform/schema/installation.entity.ts';
import { IdempotencyKey } from '../platform/idempotency/idempotency-key.entity.ts';
import { AuditEntry } from '../platform/audit/audit-entry.entity.ts';
import { LookupBudget } from '../platform/limits/lookup-budget.entity.ts';
import { RateLimit } from '../platform/limits/rate-limit.entity.ts';
import { SocketCount } from '../platform/sockets/socket-count.entity.ts';
import { Pocket } from '../bank/pockets/pocket.entity.ts';
import { WebhookReprocessing } from '../webhooks/reprocessing/webhook-reprocessing.entity.ts';
import { TotpChallenge } from '../bank/totp/totp-challenge.entity.ts';
import { CallTally } from '../webhooks/archive/call-tally.entity.ts';
import { MessageChangeHead } from '../webhooks/archive/message-change-head.entity.ts';
import { MessageChange } from '../webhooks/archive/message-change.entity.ts';
import { MessageTally } from '../webhooks/archive/message-tally.entity.ts';
import { WebhookAttempt } from '../webhooks/archive/webhook-attempt.entity.ts';
import { WebhookMessage } from '../webhooks/archive/webhook-message.entity.ts';
import { WebhookBreaker } from '../webhooks/breaker/webhook-breaker.entity.ts';
import { WebhookConfiguration } from '../webhooks/configurations/webhook-configuration.entity.ts';

/** Everything that is stored. */
export const entities = [
  Partner,
  Bank,
  AccountProgram,
  Holder,
  Customer,
  CustomerRegistration,
  CustomerRecord,
  CustomerContact,
  DocumentAnalysis,
  PaymentAccount,
  Pocket,
  CashIn,
  PixEntry,
  TransactionalHash,
  TotpChallenge,
  IdempotencyKey,
  RateLimit,
  LookupBudget,
  AuditEntry,
  Outbox,
  Event,
  EventHead,
  EventCapture,
  WebhookConfiguration,
  WebhookBreaker,
  WebhookDelivery,
  WebhookLease,
  WebhookMessage,
  WebhookAttempt,
  MessageTally,
  MessageChange,
  MessageChangeHead,
  CallTally,
  WebhookReprocessing,
  SocketCount,
  Installation,
];

/** Every change of the schema, oldest first; none is ever edited after it has landed. */
export const migrations = [
  Migration20261120120000_foundation,
  Migration20261121100000_cash_ins,
  Migration20261121120000_webhooks,
  Migration20261121130000_message_changes,
  Migration20261121133000_released_positions,
  Migration20261121134000_socket_counts,
  Migration20261121140000_customers,
  Migration20261121150000_pix_entries,
  Migration20261121160000_limits,
  Migration20261121170000_audit_trail,
  Migration20261121180000_row_level_security,
  Migration20261122020000_native_enums,
  Migration20261122090000_webhook_leases,
  Migration20261122091000_audit_index,
  Migration20261123090000_lookup_budgets,
  Migration20261123091000_totp_limits,
  Migration20261123100000_measured_durations,
  Migration20261123110000_event_capture,
  Migration20261123120000_turns_of_partners,
];
