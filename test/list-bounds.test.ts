import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, getNullableType, isInterfaceType, isListType, isObjectType } from 'graphql';

/** Why each list that is not a page is bounded; a field of an interface is listed once for all its types. */
const BOUNDS: Readonly<Record<string, string>> = {
  'CreatePocketSuccess.links': 'the next steps on a pocket, four',
  'Customer.reasons': 'kinds of reasons, each once',
  'CustomerHasOpenAccountsError.accounts': 'cut at 100',
  'CustomerRegistration.reasons': 'kinds of reasons, each once',
  'DocumentAnalysisNotApprovedError.fields': 'fields of an input',
  'DocumentAnalysisNotApprovedError.pictures': 'pictures of an input, three',
  'DomainError.path': 'a path of an input',
  'ErrorDefinition.paths': 'mutations of the schema',
  'ErrorDefinition.raisedBy': 'mutations of the schema',
  'ErrorPath.path': 'a path of an input',
  'InputViolation.path': 'levels of an input',
  'InvalidInputError.violations': 'values of an input, whose body is bounded',
  'NextEventsSuccess.events': 'as many as its max, 100',
  'PaymentAccount.pixEntries': '5 of a person, 20 of a company (docs/partner-api.md)',
  'Query.currencies': 'currencies of ISO 4217',
  'Query.diallingCodes': 'calling codes, at most three digits',
  'Query.documentAnalyses': 'cut at 100',
  'Query.eventTypes': 'events of the capabilities',
  'Query.errorCatalogue': 'codes of the catalogue',
  'Query.occupations': 'codes of the partner API, 105',
  'Query.states': 'states of Brazil, 27',
  'Query.sandboxScenarios': 'examples of the repository',
  'Query.webhookMessageCounts': 'at most 1,000, and priced as 100',
  'RedeemFromPocketSuccess.links': 'the next steps on a transaction, two',
  'RefusedPicture.path': 'a path of an input',
  'ReprocessWebhookMessagesSuccess.accepted': 'ids of the input, 100',
  'ReprocessWebhookMessagesSuccess.refused': 'ids of the input, 100',
  'SandboxScenario.preparation': 'steps of an example',
  'SaveToPocketSuccess.links': 'the next steps on a transaction, two',
  'TargetAccountDoesNotExistError.mismatches': 'members of an account, two',
  'UnmappedRefusalError.upstreamMessages': 'the first 20 of the provider',
  'Viewer.budgets': 'kinds of budgets, four',
  'Viewer.scopes': 'scopes, an enum',
  'WebhookConfiguration.accountNumbers': 'of the input, at most 100',
  'WebhookConfiguration.entityIds': 'of the input, at most 100',
  'WebhookConfiguration.eventNames': 'names of events, an enum',
  'WebhookConfiguration.rawEventNames': 'names of events, an enum, and 20 of OTHER',
  'WebhookConfiguration.signatureSchemes': 'schemes, two',
  'WebhookEvent.messages': 'cut at 100, and priced as 100',
  'WebhookMessage.attempts': 'cut at 100',
};

test('each list has a known bound', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const unbounded = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) return [];
    const isPage = 'pageInfo' in type.getFields();
    const inherited = new Set(type.getInterfaces().flatMap((parent) => Object.keys(parent.getFields())));
    return Object.values(type.getFields())
      .filter(({ name }) => !inherited.has(name))
      .filter((field) => isListType(getNullableType(field.type)) && !isPage)
      .filter(({ args }) => !args.some(({ name }) => name === 'ids'))
      .map(({ name }) => `${type.name}.${name}`);
  });
  // Types of extensions that are taken away have none.
  const bounded = Object.keys(BOUNDS).filter((name) => schema.getType(name.replace(/\..*/, '')) !== undefined);
  expect(unbounded.sort()).toEqual(bounded.sort());
});
