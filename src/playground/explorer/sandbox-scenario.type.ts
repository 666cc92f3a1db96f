import { Field, ObjectType } from 'type-graphql';
import { ErrorCode } from '../../platform/graphql/vocabulary/error-catalogue.ts';
import { JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { Condition, Example, ExampleStep } from '../examples/example.value.ts';
import { isObject, type JsonObject, type Placeholders } from '../examples/placeholders.value.ts';

@ObjectType('SandboxCondition', {
  description: 'A condition on the response, as analyses take a moment.',
  simpleResolvers: true,
})
class SandboxConditionType {
  @Field(() => String, {
    description: 'Path below `data` of the response, joined by dots, such as `documentAnalysis.status`.',
  })
  readonly path: string;

  @Field(() => String, { description: 'Value to wait for, such as `APPROVED`.' })
  readonly equals: string;

  constructor({ path, equals }: Condition) {
    this.path = path;
    this.equals = equals;
  }
}

@ObjectType('SandboxStep', { description: 'An operation to send before a scenario.', simpleResolvers: true })
class SandboxStepType {
  @Field(() => String, { description: 'The operation itself, as GraphQL.' })
  readonly document: string;

  @Field(() => JsonObjectScalar, { description: 'Its variables, ready to send.' })
  readonly variables: JsonObject;

  @Field(() => SandboxConditionType, {
    nullable: true,
    description: 'Repeat it a few times a second until its response fulfils this; send it once if null.',
  })
  readonly until: SandboxConditionType | null;

  constructor({ document, variables, until }: ExampleStep, placeholders: Placeholders) {
    this.document = document;
    this.variables = placeholders.fillAll(variables);
    this.until = until === undefined ? null : new SandboxConditionType(until);
  }
}

@ObjectType('SandboxScenario', {
  description: 'How to cause an error of a mutation in the sandbox.',
  simpleResolvers: true,
})
export class SandboxScenarioType {
  @Field(() => String, { description: 'The mutation, such as `createPocket`.' })
  readonly mutation: string;

  @Field(() => ErrorCode, { description: 'The resulting code.' })
  readonly code: string;

  @Field(() => String, { description: 'Short description.' })
  readonly title: string;

  @Field(() => String, { description: 'Sandbox client whose token to use, such as `acme-pay`.' })
  readonly client: string;

  @Field(() => [SandboxStepType], {
    description: 'Operations to send first, with a token of the same client; usually none.',
  })
  readonly preparation: readonly SandboxStepType[];

  @Field(() => JsonObjectScalar, {
    description:
      "The fields of the argument `input`, or the arguments by name if there is no `input`. Ready to send: keys, new documents and phones are random for each query, and dates relative to today. Replace a text such as `{{answer createWebhookConfiguration.configuration.id}}` by that value of the preparation's response.",
  })
  readonly input: JsonObject;

  @Field(() => String, { description: 'An operation to send it with.' })
  readonly document: string;

  @Field(() => JsonObjectScalar, { description: 'The variables of that operation, with the same input.' })
  readonly variables: JsonObject;

  /** @param code the code of the type that the example ends in */
  constructor(example: Example, code: string, placeholders: Placeholders) {
    this.mutation = example.field;
    this.code = code;
    this.title = example.title;
    this.client = example.client;
    this.preparation = example.preparation.map((step) => new SandboxStepType(step, placeholders));
    this.document = example.document;
    this.variables = placeholders.fillAll(example.variables);
    this.input = inputOf(this.variables);
  }
}

function inputOf(variables: JsonObject): JsonObject {
  return isObject(variables['input']) ? variables['input'] : variables;
}
