import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { refuseInput } from '../../kernel/domain-error.ts';
import { advisoryLock } from '../../platform/database/advisory-lock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import {
  eventViolations,
  violationsOf,
  type FindTargetProblem,
  type WantedEvents,
} from './configuration-fields.value.ts';
import { refusingTaken } from './target-unique.ts';
import { signingSecretOf } from './signing-secret.value.ts';
import {
  configurationAlreadyExists,
  tooManyConfigurations,
  type CreateConfigurationRefusal,
} from './webhook-configuration.errors.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { shownOf, type WebhookConfigurationRow } from './webhook-configuration.rows.ts';

/** One at a time is made for a partner: what is looked for below is what there is. */
const LOCK_CONFIGURATIONS = statement(
  'lock_webhook_configurations',
  `select ${advisoryLock('webhook-configurations', '$1')}`,
);

/** By hand: breakers know configurations, not the other way round. The select asks row-level security. */
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

export interface NewConfiguration extends WantedEvents {
  readonly name: string;
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
  const violations = [...ofFields, ...eventViolations(wanted)];
  if (violations.length > 0) return refuseInput(violations);
  const signingSecret = wanted.secret ?? signingSecretOf(Buffer.from(random.bytes(SIGNING_KEY_BYTES)));
  const { name, context, eventName, rawEventNames = null, rawContext = null, uri, publicKey } = wanted;
  const id = random.uuid();
  const makeIn = async (transaction: Transaction) => {
    const { entities } = transaction;
    await transaction.run(LOCK_CONFIGURATIONS, [partnerId]);
    const target = { partnerId, context, eventName, uri };
    if ((await entities.count(WebhookConfiguration, target)) > 0) return configurationAlreadyExists();
    if ((await entities.count(WebhookConfiguration, { partnerId })) >= configurationsMax)
      return tooManyConfigurations(configurationsMax);
    const configuration = entities.create(WebhookConfiguration, {
      ...{ id, ...target, name: name.trim(), publicKey, secret: secrets.seal(signingSecret, id) },
      ...{ rawEventNames: rawEventNames && [...rawEventNames], rawContext },
      ...{ status: 'ENABLED', createdAt: clock.now() },
    });
    await entities.flush();
    await transaction.run(INSERT_BREAKER, [id]);
    return { configuration: shownOf(configuration), signingSecret };
  };
  return refusingTaken(() => database.transaction(makeIn));
}
