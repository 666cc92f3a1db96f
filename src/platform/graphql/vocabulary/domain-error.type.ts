import { Field, Int, InterfaceType, ObjectType, type ClassType } from 'type-graphql';
import {
  DomainError,
  errorTypeName,
  requestRefusals,
  type InputViolation,
  type RefusalRow,
} from '../../../kernel/domain-error.ts';
import { ErrorCode } from './error-catalogue.ts';

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

  @Field(() => String, { description: 'What is expected. It never repeats the value.' })
  readonly message: string;

  constructor(path: readonly string[], message: string) {
    this.path = path;
    this.message = message;
  }
}

export const InvalidInputErrorType = errorTypesOf(requestRefusals)('INVALID_PARAMETER', {
  violations: { type: () => [InputViolationType], description: 'All violations together, sorted by path.' },
});
