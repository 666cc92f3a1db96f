import { Field, Int, InterfaceType, ObjectType, registerEnumType, type ClassType } from 'type-graphql';
import {
  DomainError,
  errorTypeName,
  requestRefusals,
  type InputViolation,
  type NextStep,
  type RefusalRow,
} from '../../../kernel/domain-error.ts';
import { ViolationCode } from '../../../kernel/violation-code.ts';
import { ErrorCode } from './error-catalogue.ts';
import { JsonObjectScalar } from './scalars.ts';

registerEnumType(ViolationCode, {
  name: 'ViolationCode',
  description: 'How an input field violates a rule, so that a form can word it itself.',
  valuesConfig: {
    REQUIRED: { description: 'It is missing, null or empty.' },
    FORMAT: { description: 'Its shape or its check digits are wrong.' },
    LENGTH: { description: 'It is too long, or too large.' },
    RANGE: { description: 'A number, a date or an age is out of its range.' },
    NOT_ALLOWED: { description: 'It is not in the set of allowed values.' },
    NOT_UNIQUE: { description: 'It occurs twice in a list.' },
    CONFLICT: { description: 'It is valid alone, but not beside another field or what is stored.' },
  },
});

@ObjectType('NextStep', { description: 'An operation that resolves an error, ready to send.', simpleResolvers: true })
class NextStepType implements NextStep {
  @Field(() => String, { description: 'Name of the mutation.' })
  readonly mutation: string;

  @Field(() => JsonObjectScalar, { description: 'Its input. It never closes, deletes or cancels anything.' })
  readonly input: object;

  constructor(mutation: string, input: object) {
    this.mutation = mutation;
    this.input = input;
  }
}

@InterfaceType('DomainError', {
  description: 'An expected error, with a code, and often with data on how to proceed.',
})
export abstract class DomainErrorType {
  @Field(() => ErrorCode, { description: 'Code of the error; the same for all errors of this type.' })
  abstract readonly code: string;

  @Field(() => Int, { description: 'HTTP status in the partner API.' })
  abstract readonly status: number;

  @Field(() => String, { description: 'Message; for codes of the partner API, exactly as there.' })
  abstract readonly message: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'Path of the field that it is about from the root of the input, such as `["user", "birthDate"]`; null if it is about none.',
  })
  abstract readonly path: readonly string[] | null;

  @Field(() => Boolean, { description: 'Whether waiting alone is enough: the same input can pass later.' })
  abstract readonly retryable: boolean;

  @Field(() => NextStepType, {
    nullable: true,
    description: 'The operation that resolves it; null where there is none, or where it would be refused now.',
  })
  abstract readonly nextStep: NextStep | null;
}

/** Fields of a refusal in addition to the common ones, by name. */
type CarriedFields = Readonly<Record<string, CarriedField>>;

/**
 * Returns a function that declares the GraphQL type of a code, with name, fields and description from the table. The
 * value of the type is the refusal itself, which counts as an instance; `carried` names its properties that are fields.
 */
export function errorTypesOf<Code extends string>(table: Readonly<Record<Code, RefusalRow>>) {
  return (code: Code, carried: CarriedFields = {}): ClassType => errorTypeOf(code, table[code].condition, carried);
}

function errorTypeOf(code: string, condition: string, carried: CarriedFields): ClassType {
  class ErrorType {
    static [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof DomainError && value.code === code;
    }
  }
  for (const [name, { type, description, nullable = false }] of Object.entries(carried))
    Field(type, { description, nullable })(ErrorType.prototype, name);
  const description = `Returned when ${condition}.`;
  ObjectType(errorTypeName(code), { description, implements: DomainErrorType, simpleResolvers: true })(ErrorType);
  return ErrorType;
}

export interface CarriedField {
  readonly type: Parameters<typeof Field>[0];
  readonly description: string;
  readonly nullable?: boolean;
}

@ObjectType('InputViolation', { description: 'An input field that violates a rule.', simpleResolvers: true })
class InputViolationType implements InputViolation {
  @Field(() => [String], {
    description: 'Path of the field from the root of the input, such as `["user", "document", "value"]`.',
  })
  readonly path: readonly string[];

  @Field(() => ViolationCode, { description: 'How it violates the rule.' })
  readonly code: ViolationCode;

  @Field(() => String, { description: 'What is expected. It never repeats the value.' })
  readonly message: string;

  constructor(path: readonly string[], code: ViolationCode, message: string) {
    this.path = path;
    this.code = code;
    this.message = message;
  }
}

export const InvalidInputErrorType = errorTypesOf(requestRefusals)('INVALID_PARAMETER', {
  violations: { type: () => [InputViolationType], description: 'All violations together, sorted by path.' },
});
