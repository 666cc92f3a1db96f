// Loaded before all others: the order of loading must not change the order in the schema.
import '../src/webhooks/reprocessing/reprocessing.capability.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { isInputObjectType, isInterfaceType, isObjectType, parse, print, type GraphQLField } from 'graphql';
import { capabilities } from '../src/capabilities.ts';
import { createResolvers } from '../src/composition/resolvers.ts';
import { buildGatewaySchema, printGatewaySchema } from '../src/platform/graphql/vocabulary/schema.ts';
import { requiredScopesOf } from '../src/platform/auth/requires-scopes.directive.ts';
import { DEFAULT_PORTS } from '../src/ports.ts';

const file = readFileSync('schema.graphql', 'utf8');
const built = buildGatewaySchema(createResolvers(capabilities, DEFAULT_PORTS as never));

function fields(): [string, GraphQLField<unknown, unknown>][] {
  return Object.values(built.getTypeMap()).flatMap((type) =>
    (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__')
      ? Object.values(type.getFields()).map((field): [string, typeof field] => [`${type.name}.${field.name}`, field])
      : [],
  );
}

describe('schema.graphql', () => {
  test('equals the schema of the code, in the same order, whatever was run or loaded before', () => {
    const laidOut = (text: string) => print(parse(text));
    expect(laidOut(file)).toBe(laidOut(printGatewaySchema(built)));
  });
});

test('only objects of their own have an `id`: clients that normalize by it keep each object as one', () => {
  const identified = Object.values(built.getTypeMap()).filter((type) => isObjectType(type) && 'id' in type.getFields());
  const own = ['Node', 'WebhookEvent'].flatMap((name) => {
    const type = built.getType(name);
    return isInterfaceType(type) ? built.getPossibleTypes(type) : [];
  });
  expect(identified.filter((type) => !own.some((one) => one === type))).toEqual([]);
});

describe('scopes', () => {
  test.each([
    ['Mutation.createPocket', ['pocket.create']],
    ['Mutation.closePocket', ['pocket.close']],
    ['Query.paymentAccount', ['account.read']],
    ['Query.paymentAccounts', ['account.read']],
    ['Query.pocket', ['pocket.read']],
    ['PaymentAccount.pockets', ['pocket.read']],
    ['PaymentAccount.pixEntries', ['pix.entries.read']],
    ['Query.pixEntry', ['pix.entries.read']],
    ['Mutation.registerPixEntry', ['pix.entries.create']],
    ['Mutation.deletePixEntry', ['pix.entries.delete']],
    ['Mutation.changePixEntryAccount', ['pix.entries.update']],
    ['PixEntryWasDeletedEvent.pixEntry', ['pix.entries.read']],
    ['PixEntryAccountWasChangedEvent.pixEntry', ['pix.entries.read']],
    ['Mutation.createTotp', ['totp.create']],
    ['Mutation.validateTotp', ['totp.validate']],
    ['PocketAccountWasCreatedEvent.pocket', ['pocket.read']],
    ['PocketAccountWasFullyClosedEvent.pocket', ['pocket.read']],
    ['PixCashInWasReceivedEvent.cashIn', ['account.read']],
    ['PixCashInWasClearedEvent.cashIn', ['account.read']],
    ['TedCashInWasReceivedEvent.cashIn', ['account.read']],
    ['TedCashInWasClearedEvent.cashIn', ['account.read']],
    ['CashInParty.name', ['cash-in.read']],
    ['CashInParty.document', ['cash-in.read']],
    ['Mutation.simulateCashIn', ['sandbox.write']],
    ['Mutation.simulateStatus', ['sandbox.write']],
    ['Mutation.openSandboxAccount', ['sandbox.write']],
    ['Mutation.submitDocument', ['kyc.document.write']],
    ['Query.documentAnalysis', ['kyc.document.read']],
    ['Mutation.registerCustomer', ['customer.write']],
    ['Query.customer', ['customer.read']],
    ['Query.customerRegistration', ['customer.read']],
    ...['document', 'registerName', 'socialName', 'birthDate', 'phone', 'email', 'address', 'motherName'].map(
      (field): [string, string[]] => [`Customer.${field}`, ['customer.read']],
    ),
    ['Customer.assertedIncome', ['customer.read']],
    ['CustomerWasReceivedEvent.registration', ['customer.read']],
    ['CustomerWasApprovedEvent.registration', ['customer.read']],
    ['CustomerWasReprovedEvent.registration', ['customer.read']],
    ['Query.webhookEvents', ['webhook.read']],
    ['Query.webhookEventsCursor', ['webhook.read']],
    ['Query.webhookMessages', ['webhook.read']],
    ['Query.webhookConfigurations', ['webhook.read']],
    ['Query.webhookMessage', ['webhook.read']],
    ['Query.webhookConfiguration', ['webhook.read']],
    ['Query.webhookMessageCounts', ['webhook.read']],
    ['Query.webhookReprocessing', ['webhook.read']],
    ['Mutation.reprocessWebhookMessages', ['webhook.read']],
    ['Mutation.reprocessWebhookMessagesByFilter', ['webhook.read']],
    ['Mutation.reprocessWebhookMessagesByRange', ['webhook.read']],
    ['Mutation.createWebhookConfiguration', ['webhook.write']],
    ['Mutation.updateWebhookConfiguration', ['webhook.write']],
    ['Mutation.deleteWebhookConfiguration', ['webhook.write']],
    ['Mutation.pingWebhookConfiguration', ['webhook.write']],
    ['Query.sandboxScenarios', []],
    ['Query.viewer', []],
    ['Query.node', []],
    ['Query.nodes', []],
    ['Query.errorCatalogue', undefined],
  ])('of %s are %j, in the directive and in the description', (path, scopes) => {
    const field = new Map(fields()).get(path);
    expect(field && requiredScopesOf(field)).toEqual(scopes);
    // Another scope may grant it, too.
    const required = scopes?.map((scope) => `${scope}( or [a-z.]+)?`).join(', ') ?? '';
    const sentence = new RegExp(scopes?.length === 0 ? 'Requires a token\\.$' : `Requires scope: ${required}\\.$`, 'u');
    expect(sentence.test(field?.description ?? '')).toBe(scopes !== undefined);
  });

  test('are required by every root field except those that describe errors and events, or what forms can offer', () => {
    const roots = fields().filter(([path]) => /^(Query|Mutation)\./.test(path));
    const open = roots.filter(([, field]) => requiredScopesOf(field) === undefined).map(([path]) => path);
    expect(open.sort()).toEqual(
      ['currencies', 'diallingCodes', 'errorCatalogue', 'eventTypes', 'occupations', 'states'].map(
        (name) => `Query.${name}`,
      ),
    );
  });
});

describe('deprecations', () => {
  test('have a date', () => {
    const inputs = Object.values(built.getTypeMap()).flatMap((type) =>
      isInputObjectType(type) ? Object.values(type.getFields()) : [],
    );
    const reasons = [...fields().map(([, field]) => field), ...inputs].flatMap(({ deprecationReason }) =>
      deprecationReason == null ? [] : [deprecationReason],
    );
    for (const reason of reasons) expect(reason).toMatch(/\b\d{4}-\d{2}-\d{2}\b/);
  });
});

describe('descriptions', () => {
  test('exist for every field and its arguments', () => {
    const missing = fields().flatMap(([path, field]) => [
      ...(field.description ? [] : [path]),
      ...field.args.filter(({ description }) => !description).map(({ name }) => `${path}(${name})`),
    ]);
    expect(missing).toEqual([]);
  });
});
