import { Field, getMetadataStorage, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { constantCase } from '../../../kernel/text.ts';
import { idempotencyRefusals } from '../../../kernel/idempotency-key-reused.ts';
import { errorTypesOf } from './domain-error.type.ts';
import { UuidScalar } from './scalars.ts';

/** Input of a mutation that runs once per key, if the caller sends one. */
@InputType()
export abstract class KeyedInput {
  @Field(() => UuidScalar, {
    nullable: true,
    description:
      'A GUID v4, new for each request. A repetition with the same key and input within 7 days returns the first result; an error leaves the key free. Without a key each request creates something new.',
  })
  readonly idempotencyKey?: string | null;
}

/** Success of a mutation that runs once per key. */
@ObjectType({ simpleResolvers: true })
export abstract class ReplayableType {
  @Field(() => Boolean, {
    description: 'Whether this is the result of an earlier request with the same idempotency key.',
  })
  readonly replayed: boolean;

  constructor(replayed: boolean) {
    this.replayed = replayed;
  }
}

export const IdempotencyKeyReusedErrorType = errorTypesOf(idempotencyRefusals)('IDEMPOTENCY_KEY_REUSED');

/** The mutations that take an idempotency key, by their value of the enum; empty until they are declared. */
export const IdempotentMutation: Record<string, string> = {};
const descriptions: Record<string, { readonly description: string }> = {};

registerEnumType(IdempotentMutation, {
  name: 'IdempotentMutation',
  description: 'Mutations that take an idempotency key.',
  valuesConfig: descriptions,
});

/** Declares the mutations of resolvers that take a key. Call it before a schema is built. */
export function declareIdempotentMutations(resolvers: readonly unknown[]): void {
  const { mutations, params, fields } = getMetadataStorage();
  const keyed = fields.filter(({ name }) => name === 'idempotencyKey').map(({ target }) => target);
  for (const { target, methodName, schemaName } of mutations.filter((one) => resolvers.includes(one.target)))
    for (const param of params)
      if (
        param.kind === 'arg' &&
        param.target === target &&
        param.methodName === methodName &&
        takesKey(param.getType())
      )
        declare(schemaName);

  function takesKey(input: unknown): boolean {
    return typeof input === 'function' && keyed.some((one) => input === one || input.prototype instanceof one);
  }
}

function declare(mutation: string): void {
  const value = constantCase(mutation);
  IdempotentMutation[value] = mutation;
  descriptions[value] = { description: `The mutation ${mutation}.` };
}
