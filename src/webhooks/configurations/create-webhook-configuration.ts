import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { refuseInput } from '../../kernel/domain-error.ts';
import type { EventContext, EventName } from '../../kernel/domain-event.ts';
import { advisoryLock } from '../../platform/database/advisory-lock.ts';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { contextViolations, violationsOf, type FindTargetProblem } from './configuration-fields.value.ts';
import { signingSecretOf } from './signing-secret.value.ts';
import {
  configurationAlreadyExists,
  tooManyConfigurations,
  type CreateConfigurationRefusal,
} from './webhook-configuration.errors.ts';
import type { WebhookConfigurationRow } from './webhook-configuration.rows.ts';

/** One at a time is made for a partner: they are counted in a snapshot from after the wait. */
const LOCK_CONFIGURATIONS = statement(
  'lock_webhook_configurations',
  `select ${advisoryLock('webhook-configurations', '$1')}`,
);

/** Nothing where the partner has one for the same event and address, or as many as it may have. */
const INSERT_CONFIGURATION = statement<Insertion>(
  'insert_webhook_configuration',
  `with counted as (
     select count(*) >= $11 as is_full from (
       select from webhook_configuration where partner_id = $2 limit $11::int
     ) as configured
   ), made as (
     insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 from counted where not is_full
     on conflict on constraint webhook_configuration_target_unique do nothing
     returning id
   )
   select exists (select from made) as "isMade", is_full and not exists (
     select from webhook_configuration
     where partner_id = $2 and context = $4 and event_name = $5 and uri = $6
   ) as "isTooMany"
   from counted`,
);

/** A statement of its own: row-level security does not see what the same statement has inserted. */
const INSERT_BREAKER = statement(
  'insert_webhook_breaker',
  `insert into webhook_breaker (configuration_id) select id from webhook_configuration where id = $1`,
);

/** Length of a signing key that is made here, in bytes: as long as the digest that it makes. */
const SIGNING_KEY_BYTES = 32;

export interface WebhookConfigurationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: SecretBox;
  readonly findTargetProblem: FindTargetProblem;
  /** Of one partner. */
  readonly configurationsMax: number;
}

interface Insertion {
  readonly isMade: boolean;
  readonly isTooMany: boolean;
}

export interface NewConfiguration {
  readonly name: string;
  readonly context: EventContext;
  readonly eventName: EventName;
  readonly uri: string;
  readonly publicKey: string;
  /** Made here when it is absent. */
  readonly secret: string | undefined;
}

export interface ConfigurationChanged {
  readonly configuration: WebhookConfigurationRow;
  /** The one time that the secret is shown: when it was made or changed. */
  readonly signingSecret: string | null;
}

/** Has events of one name sent to an address of the partner from now on. */
export async function createWebhookConfiguration(
  { database, clock, random, secrets, findTargetProblem, configurationsMax }: WebhookConfigurationDependencies,
  partnerId: string,
  wanted: NewConfiguration,
): Promise<ConfigurationChanged | CreateConfigurationRefusal> {
  const ofFields = await violationsOf(wanted, findTargetProblem);
  const violations = [...ofFields, ...contextViolations(wanted.context, wanted.eventName)];
  if (violations.length > 0) return refuseInput(violations);
  const signingSecret = wanted.secret ?? signingSecretOf(Buffer.from(random.bytes(SIGNING_KEY_BYTES)));
  const { context, eventName, uri, publicKey } = wanted;
  const configuration: WebhookConfigurationRow = {
    owner: partnerId,
    id: random.uuid(),
    name: wanted.name.trim(),
    context,
    eventName,
    uri,
    publicKey,
    status: 'ENABLED',
    createdAt: clock.now().toISOString(),
    updatedAt: null,
  };
  const { id, name, status, createdAt } = configuration;
  const sealed = secrets.seal(signingSecret, id);
  return database.transaction(async (transaction) => {
    const [, [insertion]] = await transaction.pipeline((pipelined) =>
      Promise.all([
        pipelined.run(LOCK_CONFIGURATIONS, [partnerId]),
        pipelined.run(INSERT_CONFIGURATION, [
          ...[id, partnerId, name, context, eventName, uri, publicKey, sealed],
          ...[status, createdAt, configurationsMax],
        ]),
        pipelined.run(INSERT_BREAKER, [id]),
      ]),
    );
    if (insertion?.isTooMany === true) return tooManyConfigurations(configurationsMax);
    if (insertion?.isMade !== true) return configurationAlreadyExists();
    return { configuration, signingSecret };
  });
}
