import { Field, ObjectType } from 'type-graphql';
import { ErrorCode } from '../../platform/graphql/vocabulary/error-catalogue.ts';
import { JsonObjectScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { Condition, Example, ExampleStep } from '../examples/example.value.ts';
import { isObject, type JsonObject, type Placeholders } from '../examples/placeholders.value.ts';

@ObjectType('SandboxCondition', {
  description: 'What an answer is waited for to say, as analyses take a moment.',
  simpleResolvers: true,
})
class SandboxConditionType {
  @Field(() => String, {
    description: 'Where: names below the data of the answer, joined by dots, such as `documentAnalysis.status`.',
  })
  readonly path: string;

  @Field(() => String, { description: 'What stands there in the end, such as `APPROVED`.' })
  readonly equals: string;

  constructor({ path, equals }: Condition) {
    this.path = path;
    this.equals = equals;
  }
}

@ObjectType('SandboxStep', { description: 'An operation that runs before a scenario.', simpleResolvers: true })
class SandboxStepType {
  @Field(() => String, { description: 'The operation itself, as GraphQL.' })
  readonly document: string;

  @Field(() => JsonObjectScalar, { description: 'Its variables, ready to send.' })
  readonly variables: JsonObject;

  @Field(() => SandboxConditionType, {
    nullable: true,
    description: 'Send it again, a few times a second, until its answer says this; null: send it once.',
  })
  readonly until: SandboxConditionType | null;

  constructor({ document, variables, until }: ExampleStep, placeholders: Placeholders) {
    this.document = document;
    this.variables = placeholders.fillAll(variables);
    this.until = until === undefined ? null : new SandboxConditionType(until);
  }
}

@ObjectType('SandboxScenario', {
  description: 'How to provoke a refusal of a mutation in the sandbox world.',
  simpleResolvers: true,
})
export class SandboxScenarioType {
  @Field(() => String, { description: 'The mutation, such as `createPocket`.' })
  readonly mutation: string;

  @Field(() => ErrorCode, { description: 'The code that it ends in.' })
  readonly code: string;

  @Field(() => String, { description: 'Why it ends so, in a few words.' })
  readonly title: string;

  @Field(() => String, { description: 'Client of the sandbox issuer whose token sends it, such as `acme-pay`.' })
  readonly client: string;

  @Field(() => [SandboxStepType], {
    description: 'What must have been sent before, with a token of the same client; mostly nothing.',
  })
  readonly preparation: readonly SandboxStepType[];

  @Field(() => JsonObjectScalar, {
    description:
      'What the mutation takes: the fields of its argument `input`, or its arguments by name where it has no such one. Ready to send, with keys, new documents and phones drawn anew for each query and dates counted from today. A text such as `{{answer createWebhookConfiguration.configuration.id}}` stands for what the preparation has answered there.',
  })
  readonly input: JsonObject;

  @Field(() => String, { description: 'An operation that sends it.' })
  readonly document: string;

  @Field(() => JsonObjectScalar, { description: 'The variables of that operation: the input, by the same values.' })
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
