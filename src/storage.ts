import { Migration20261120120000_foundation } from '../migrations/Migration20261120120000_foundation.ts';
import { AccountProgram } from './accounts/account-program.entity.ts';
import { Bank } from './accounts/bank.entity.ts';
import { PaymentAccount } from './accounts/payment-account.entity.ts';
import { Holder } from './customers/holder.entity.ts';
import { EventHead } from './events/event-head.entity.ts';
import { Event } from './events/event.entity.ts';
import { Outbox } from './events/outbox.entity.ts';
import { Partner } from './partners/partner.entity.ts';
import { Installation } from './platform/database/installation.entity.ts';
import { IdempotencyKey } from './platform/idempotency/idempotency-key.entity.ts';
import { Pocket } from './pockets/pocket.entity.ts';

/** Everything that is stored. */
export const entities = [
  Partner,
  Bank,
  AccountProgram,
  Holder,
  PaymentAccount,
  Pocket,
  IdempotencyKey,
  Outbox,
  Event,
  EventHead,
  Installation,
];

/** Every change of the schema, oldest first; none is ever edited after it has landed. */
export const migrations = [Migration20261120120000_foundation];
