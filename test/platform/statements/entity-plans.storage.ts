import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { customerNotFound } from '../../../src/bank/customers/customer.errors.ts';
import { eventLog } from '../../../src/events/log/event-log.ts';
import { openAccount } from '../../../src/bank/accounts/open-account.ts';
import { submitDocument } from '../../../src/bank/identity-pictures/submit-document.ts';
import { findLookupSize, setLookupSize } from '../../../src/bank/partners/lookup-size.ts';
import { createTotp } from '../../../src/bank/totp/create-totp.ts';
import { validateTotp } from '../../../src/bank/totp/validate-totp.ts';
import { systemClock, systemRandom } from '../../../src/platform/system.ts';
import { eraseCustomer } from '../../../src/operator/erase-customer.ts';
import { readStorageConfig } from '../../../src/config/storage.ts';
import { auditHeads } from '../../../src/platform/audit/verify-audit-chain.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { openSecretBox } from '../../../src/platform/schema/open-secret-box.ts';
import { SecretBox } from '../../../src/platform/secrets/secret-box.ts';
import { createWebhookConfiguration } from '../../../src/webhooks/configurations/create-webhook-configuration.ts';
import { deleteWebhookConfiguration } from '../../../src/webhooks/configurations/delete-webhook-configuration.ts';
import { resealSecrets } from '../../../src/webhooks/configurations/reseal-secrets.ts';
import { updateWebhookConfiguration } from '../../../src/webhooks/configurations/update-webhook-configuration.ts';
import { PartnerKeys } from '../../../src/webhooks/signing/partner-keys.ts';
import '../../../src/app.ts';
import { PIXEL_PNG } from '../../support/customers.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { planAsOnPostgreSql, tablesReadWhole } from '../../support/plans.ts';
import { recordedDatabase } from '../../support/recorded-statements.ts';

const PARTNER = 'ACME_PAY';
const DOCUMENT = '10020030169';
const REQUESTER = { partnerId: PARTNER, companyKey: PARTNER, correlationId: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55' };

let own: OwnDatabase;

/** All runs in sequence, so on one connection, which keeps its prepared statements. */
beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
});
afterAll(() => own.close());

const secrets = new SecretBox(['a passphrase']);
const partnerKeys = new PartnerKeys({ secrets, random: systemRandom, clock: systemClock });
const by = { requester: { partnerId: PARTNER, companyKey: 'key', correlationId: randomUUID() }, client: null };
const common = { eventLog: eventLog(() => undefined), clock: systemClock, random: systemRandom, secrets, partnerKeys };

async function workOnConfigurations(database: Database): Promise<void> {
  const dependencies = {
    ...{ ...common, database, configurationsMax: 100 },
    findTargetProblem: () => Promise.resolve(undefined),
  };
  const named = { name: 'New', publicKey: 'key', secret: undefined };
  const event = { context: 'CUSTOMER', eventName: 'CUSTOMER_WAS_APPROVED' } as const;
  const wanted = { ...named, ...event, uri: 'https://hooks.example.com/' };
  const created = await createWebhookConfiguration(dependencies, PARTNER, wanted);
  if (!('configuration' in created)) throw new Error(created.message);
  const { id } = created.configuration;
  const change = { ...named, id, uri: 'https://moved.example.com/', status: undefined, format: undefined };
  const eventNames = ['CUSTOMER_WAS_APPROVED', 'CUSTOMER_WAS_RECEIVED'];
  await updateWebhookConfiguration(dependencies, by, { ...change, eventNames });
  await updateWebhookConfiguration(dependencies, by, { ...change, eventNames: eventNames.slice(0, 1) });
  await resealSecrets(database, new SecretBox(['another', 'a passphrase']), false);
  await deleteWebhookConfiguration({ ...common, database, wakeAbandoning: () => undefined }, by, id);
}

async function workOnCodes(database: Database): Promise<void> {
  const totpLimits = { openMax: 5, dailyMax: 5, waitSeconds: 0 };
  const dependencies = { ...common, database, totpLimits, cnpjMayHaveLetters: false };
  const addressingKey = { type: 'EMAIL', value: 'ana@acme-pay.example' } as const;
  const made = await createTotp({ ...dependencies, codeDelivery: 'shown to the caller' }, REQUESTER, {
    documentNumber: DOCUMENT,
    addressingKey,
  });
  if (typeof made === 'string' || !('hash' in made)) throw new Error('There is no challenge.');
  const { hash, code = '' } = made;
  await validateTotp(dependencies, REQUESTER, { hash, code });
}

async function workOnCustomers(database: Database): Promise<void> {
  const opening = { mutation: 'openPaymentAccount', documentNumber: DOCUMENT, refuseUnknown: customerNotFound };
  await openAccount({ ...common, database, eventLog: eventLog(() => undefined) }, REQUESTER, opening);
  const toSubmit = { ...common, database, documentAnalysisSeconds: 1 };
  for (const documentType of ['SELFIE', 'CNH'] as const)
    await submitDocument(toSubmit, REQUESTER, { documentNumber: DOCUMENT, documentType, image: PIXEL_PNG });
  const ofWorld = await openSecretBox(readStorageConfig({}), own.opened);
  await eraseCustomer({ database, secrets: ofWorld }, { partnerId: PARTNER, documentNumber: DOCUMENT }, true);
}

test('no statement of entities reads a whole table', async () => {
  const { database, recorded } = recordedDatabase(own.opened.sessions);
  await workOnConfigurations(database);
  await workOnCodes(database);
  await workOnCustomers(database);
  await setLookupSize(database, PARTNER, { points: 1, seconds: 1 });
  await findLookupSize(database, PARTNER);
  await auditHeads(database, PARTNER);
  const texts = new Set(recorded.filter(({ name }) => name.includes(' ')).map(({ text }) => text));
  expect(texts.size).toBeGreaterThan(30);
  await planAsOnPostgreSql(own);
  const reading: string[] = [];
  for (const text of texts) if ((await tablesReadWhole(own, text)).length > 0) reading.push(text);
  expect(reading).toEqual([]);
});
