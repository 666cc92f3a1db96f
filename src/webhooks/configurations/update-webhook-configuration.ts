import { DomainError, refuseInput } from '../../kernel/domain-error.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { Sql } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-failure.ts';
import { columnsOf, compiled, nullableText, parameter, timestamptz, uuid } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';
import { violationsOf, type ConfigurationFields } from './configuration-fields.value.ts';
import type { ConfigurationChanged, WebhookConfigurationDependencies } from './create-webhook-configuration.ts';
import type { WebhookConfigurationStatus } from './webhook-configuration.enum.ts';
import {
  configurationAlreadyExists,
  configurationNotFound,
  type UpdateConfigurationRefusal,
} from './webhook-configuration.errors.ts';
import { SHOWN, type WebhookConfigurationRow } from './webhook-configuration.rows.ts';

/** Unique over partner, context, event name and address: what the look of the lock has missed is a race. */
const CONFIGURATION_TARGET_UNIQUE = 'webhook_configuration_target_unique';

/**
 * The breaker's row first, as everybody does who works on the deliveries of a configuration. Tells whether the address in
 * $3 belongs to another one for the same event. By hand: breakers know configurations, not the other way round.
 */
export const LOCK_CONFIGURATION = statement<LockedConfiguration>(
  'lock_webhook_configuration',
  `select configuration.id, configuration.status, configuration.uri, exists (
       select from webhook_configuration as other
       where other.partner_id = configuration.partner_id and other.context = configuration.context
         and other.event_name = configuration.event_name and other.uri = $3 and other.id <> configuration.id
     ) as "isTaken"
   from webhook_configuration as configuration
   join webhook_breaker as breaker on breaker.configuration_id = configuration.id
   where configuration.partner_id = $1 and configuration.id = $2
   for update of breaker`,
);

/** Of a former secret only the last one signs along: a partner that changes twice means the second. */
const UPDATE_CONFIGURATION = compiled(
  'update_webhook_configuration',
  {
    entities: [WebhookConfiguration],
    parameters: {
      ...{ id: uuid, name: nullableText, uri: nullableText, publicKey: nullableText, secret: nullableText },
      status: parameter<WebhookConfigurationStatus | null>('webhook_configuration_status'),
      ...{ now: timestamptz, rotatedUntil: timestamptz },
    },
  },
  (tables, { id, name, uri, publicKey, secret, status, now, rotatedUntil }) =>
    tables
      .updateTable('WebhookConfiguration')
      .set((of) => ({
        name: of.fn.coalesce(name, 'name'),
        uri: of.fn.coalesce(uri, 'uri'),
        publicKey: of.fn.coalesce(publicKey, 'publicKey'),
        status: of.fn.coalesce(status, 'status'),
        updatedAt: now,
        previousSecret: of.case().when(secret, 'is', null).then(of.ref('previousSecret')).else(of.ref('secret')).end(),
        previousSecretUntil: of
          .case()
          .when(secret, 'is', null)
          .then(of.ref('previousSecretUntil'))
          .else(rotatedUntil)
          .end(),
        secret: of.fn.coalesce(secret, 'secret'),
      }))
      .where('id', '=', id)
      .returning(columnsOf('WebhookConfiguration', SHOWN))
      .returning('partnerId as owner'),
);

/** An endpoint that was moved or enabled again is tried at once; what was held then drains as after any rest. */
const PROBE_NOW = statement(
  'probe_webhook_breaker_now',
  `update webhook_breaker set next_probe_at = $2 where configuration_id = $1 and state = 'OPEN'`,
);

/** How long the former secret signs beside the new one, in seconds (ours): a day for the receivers to follow. */
const SECRET_ROTATION_SECONDS = 86_400;

export interface ConfigurationChange extends ConfigurationFields {
  readonly id: string;
  readonly status: WebhookConfigurationStatus | undefined;
}

type LockedConfiguration = Pick<WebhookConfigurationRow, 'id' | 'status' | 'uri'> & { readonly isTaken: boolean };

/** Changes what is given of a configuration. A changed secret leaves the former one signing along for a day. */
export async function updateWebhookConfiguration(
  dependencies: WebhookConfigurationDependencies,
  partnerId: string,
  change: ConfigurationChange,
): Promise<ConfigurationChanged | UpdateConfigurationRefusal> {
  const violations = await violationsOf(change, dependencies.findTargetProblem);
  if (violations.length > 0) return refuseInput(violations);
  try {
    const changed = await dependencies.database.transaction((transaction) =>
      changeInTransaction(transaction, dependencies, { partnerId, change }),
    );
    if (changed instanceof DomainError) return changed;
    return { configuration: changed, signingSecret: change.secret ?? null };
  } catch (error) {
    if (isUniqueViolation(error, CONFIGURATION_TARGET_UNIQUE)) return configurationAlreadyExists();
    throw error;
  }
}

async function changeInTransaction(
  sql: Sql,
  { clock, secrets }: WebhookConfigurationDependencies,
  { partnerId, change }: { partnerId: string; change: ConfigurationChange },
): Promise<WebhookConfigurationRow | UpdateConfigurationRefusal> {
  const { name, uri, publicKey, secret, status } = change;
  if (!isUuid(change.id)) return configurationNotFound();
  const [before] = await sql.run(LOCK_CONFIGURATION, [partnerId, change.id, uri ?? null]);
  if (before === undefined) return configurationNotFound();
  if (before.isTaken) return configurationAlreadyExists();
  // A secret is sealed for the id as it is stored: partners may write it in upper case.
  const { id } = before;
  const now = clock.now();
  const rotatedUntil = new Date(now.getTime() + SECRET_ROTATION_SECONDS * 1_000);
  const sealed = secret === undefined ? null : secrets.seal(secret, id);
  const [after] = await sql.run(UPDATE_CONFIGURATION, {
    ...{ id, name: name?.trim() ?? null, uri: uri ?? null, publicKey: publicKey ?? null, status: status ?? null },
    ...{ now: now.toISOString(), secret: sealed, rotatedUntil: rotatedUntil.toISOString() },
  });
  if (after === undefined) throw new Error('A configuration is gone although it was locked.');
  const isEnabledAgain = before.status === 'DISABLED' && after.status === 'ENABLED';
  if (isEnabledAgain || before.uri !== after.uri) await sql.run(PROBE_NOW, [id, now.toISOString()]);
  return after;
}
