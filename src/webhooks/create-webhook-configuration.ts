import type { Chance } from '../kernel/chance.ts';
import type { Clock } from '../kernel/clock.ts';
import { refuseInput } from '../kernel/domain-error.ts';
import type { EventContext, EventName } from '../kernel/domain-event.ts';
import type { Database } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database-failure.ts';
import { statement } from '../platform/database/statement.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { contextViolations, violationsOf, type FindTargetProblem } from './configuration-fields.value.ts';
import { signingSecretOf } from './signing-secret.value.ts';
import { configurationAlreadyExists, type CreateConfigurationRefusal } from './webhook-configuration.errors.ts';
import type { WebhookConfigurationRow } from './webhook-configuration.rows.ts';

const INSERT_CONFIGURATION = statement(
  'insert_webhook_configuration',
  `insert into webhook_configuration (id, partner_id, name, context, event_name, uri, public_key, secret, status, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

const INSERT_BREAKER = statement(
  'insert_webhook_breaker',
  `insert into webhook_breaker (configuration_id) values ($1)`,
);

/** Unique over partner, context, event name and address. */
export const CONFIGURATION_TARGET_UNIQUE = 'webhook_configuration_target_unique';
/** Length of a signing key that is made here, in bytes: as long as the digest that it makes. */
const SIGNING_KEY_BYTES = 32;

export interface WebhookConfigurationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly secrets: SecretBox;
  readonly findTargetProblem: FindTargetProblem;
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
  { database, clock, chance, secrets, findTargetProblem }: WebhookConfigurationDependencies,
  partnerId: string,
  wanted: NewConfiguration,
): Promise<ConfigurationChanged | CreateConfigurationRefusal> {
  const ofFields = await violationsOf(wanted, findTargetProblem);
  const violations = [...ofFields, ...contextViolations(wanted.context, wanted.eventName)];
  if (violations.length > 0) return refuseInput(violations);
  const signingSecret = wanted.secret ?? signingSecretOf(Buffer.from(chance.bytes(SIGNING_KEY_BYTES)));
  const { context, eventName, uri, publicKey } = wanted;
  const configuration: WebhookConfigurationRow = {
    owner: partnerId,
    id: chance.uuid(),
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
  try {
    await database.transaction((transaction) => {
      transaction.pipelineWithCommit((pipelined) =>
        Promise.all([
          pipelined.run(INSERT_CONFIGURATION, [
            ...[id, partnerId, name, context, eventName, uri, publicKey, sealed],
            ...[status, createdAt],
          ]),
          pipelined.run(INSERT_BREAKER, [id]),
        ]),
      );
      return Promise.resolve();
    });
  } catch (error) {
    if (isUniqueViolation(error, CONFIGURATION_TARGET_UNIQUE)) return configurationAlreadyExists();
    throw error;
  }
  return { configuration, signingSecret };
}
