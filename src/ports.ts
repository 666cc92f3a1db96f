import { bookNothing, closeAnything, type Booked, type MayClose } from './bank/money.port.ts';
import type { NamedSource } from './events/readers/webhook-events.args.ts';
import type { AccountClosuresElsewhere } from './bank/account-closures/account-closures.port.ts';
import type { AccountsElsewhere } from './bank/accounts/accounts.port.ts';
import type { CustomerChangesElsewhere } from './bank/customer-changes/customer-changes.port.ts';
import type { CustomersElsewhere } from './bank/customers/customers.port.ts';
import type { PicturesElsewhere } from './bank/identity-pictures/identity-pictures.port.ts';
import type { PixElsewhere } from './bank/pix/pix.port.ts';
import type { PocketsElsewhere } from './bank/pockets/pockets.port.ts';
import type { RegistrationDecisionsElsewhere } from './bank/registration-decisions/registration-decisions.port.ts';
import type { RegistrationsElsewhere } from './bank/registrations/registrations.port.ts';
import type { Totps } from './bank/totp/totp.port.ts';
import type { CatalogueEntry } from './platform/graphql/vocabulary/error-catalogue.ts';
import type { BodyLimits } from './platform/http/body-limits.ts';
import type { Identify } from './platform/http/identify.ts';
import { noSenderBinding, type SenderBinding } from './platform/auth/sender-binding.port.ts';
import { findLocalOutcome } from './platform/idempotency/find-local-outcome.ts';
import type { FindOutcome } from './platform/idempotency/idempotent-outcome.ts';
import type { Metrics } from './platform/observability/metrics.ts';
import type { SocketServerOptions } from './platform/sockets/socket-server.ts';
import type { SandboxElsewhere } from './playground/sandbox/sandbox.port.ts';
import type { GraphQLSchema } from 'graphql';

/** What may happen elsewhere, at a bank behind this gateway; what is absent happens here. */
export interface Elsewhere
  extends
    AccountClosuresElsewhere,
    AccountsElsewhere,
    CustomerChangesElsewhere,
    CustomersElsewhere,
    PicturesElsewhere,
    PixElsewhere,
    PocketsElsewhere,
    RegistrationDecisionsElsewhere,
    RegistrationsElsewhere,
    SandboxElsewhere,
    Partial<Totps> {}

/** What the core leaves to extensions. Each port has a default, with which the core works alone. */
export interface Ports {
  /** Finds the outcome of an idempotency key: by default among this gateway's own transactions. */
  readonly findOutcome: FindOutcome;
  /** Opens a source of live events that is not the log after a cursor: by default there is none. */
  readonly namedSource: NamedSource;
  /** Checks who sends a token that is bound to its sender: by default nobody can prove it. */
  readonly senderBinding: SenderBinding;
  readonly elsewhere: Elsewhere;
  /** Books money that was received, in the transaction that receives it: by default no books are kept. */
  readonly booked: Booked;
  /** Whether money is in the way of a closure: by default there is none. */
  readonly mayClose: MayClose;
  /** Whether a list can be read before the object that it belongs to: not if that may be read elsewhere. */
  readonly readsEarly: boolean;
  /** What more a process that is ready says of itself, by name. */
  readonly readiness: () => Promise<Readonly<Record<string, string>>>;
}

export const DEFAULT_PORTS: Ports = {
  findOutcome: findLocalOutcome,
  namedSource: () => undefined,
  senderBinding: noSenderBinding,
  elsewhere: {},
  booked: bookNothing,
  mayClose: closeAnything,
  readsEarly: true,
  readiness: () => Promise.resolve({}),
};

/** What serves requests in an `api` process: extensions serve theirs by it too. */
export interface Api extends Omit<SocketServerOptions, 'inFlight' | 'places' | 'frames'> {
  readonly schema: GraphQLSchema;
  readonly catalogue: readonly CatalogueEntry[];
  readonly identify: Identify;
  readonly bodies: BodyLimits;
  readonly metrics: Metrics;
}
