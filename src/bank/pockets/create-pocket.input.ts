import { Field, InputType } from 'type-graphql';
import { TaxpayerIdInput } from '../../platform/graphql/vocabulary/taxpayer-id.input.ts';
import { DateScalar, JsonObjectScalar, UuidScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { PocketUseCase } from './pocket.enum.ts';

@InputType({ description: 'Future user of a pocket.' })
export class PocketUserInput {
  @Field(() => String, { description: 'Name of the user, 1 to 256 characters.' })
  readonly name!: string;

  @Field(() => TaxpayerIdInput, { description: 'CPF or CNPJ of the user.' })
  readonly document!: TaxpayerIdInput;

  @Field(() => DateScalar, { description: 'Birth date of the user; the use case determines the allowed age.' })
  readonly birthDate!: string;
}

@InputType({ description: 'A pocket to create.' })
export class CreatePocketInput {
  @Field(() => UuidScalar, {
    description:
      'A GUID v4, new for each pocket. A repetition with the same input within 6 minutes returns the same pocket; an error leaves the key free.',
  })
  readonly idempotencyKey!: string;

  @Field(() => String, { description: 'Number of the payment account, including the digit.' })
  readonly accountNumber!: string;

  @Field(() => PocketUserInput, { description: 'Future user of the pocket.' })
  readonly user!: PocketUserInput;

  @Field(() => String, { description: 'Active ISO 4217 code in upper case, such as `BRL`.' })
  readonly currency!: string;

  @Field(() => String, { description: 'Name of the pocket, 1 to 60 characters after trimming.' })
  readonly label!: string;

  @Field(() => PocketUseCase, { description: 'What the pocket is for.' })
  readonly useCase!: PocketUseCase;

  @Field(() => JsonObjectScalar, { nullable: true, description: 'Additional data, at most 16 KB of JSON.' })
  readonly metadata?: object | null;
}
