import { Field, InputType } from 'type-graphql';
import { MoneyInput } from '../../platform/graphql/vocabulary/money.type.ts';
import { AddressInput, PepInput } from '../registrations/register-customer.input.ts';
import { PhoneInput } from '../customers/phone.input.ts';

@InputType({ description: 'What is to change of a customer; what is absent stays as it is.' })
export class UpdateCustomerInput {
  @Field(() => String, { description: 'CPF of the customer, 11 digits without a mask, such as `10020030169`.' })
  readonly documentNumber!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name by which the person wants to be called, at most 256 characters; null clears it.',
  })
  readonly socialName?: string | null;

  @Field(() => PhoneInput, { nullable: true, description: 'Mobile phone.' })
  readonly phone?: PhoneInput | null;

  @Field(() => String, { nullable: true, description: 'E-mail address, kept in lower case.' })
  readonly email?: string | null;

  @Field(() => AddressInput, { nullable: true, description: 'Where the person lives, as a whole.' })
  readonly address?: AddressInput | null;

  @Field(() => MoneyInput, { nullable: true, description: 'Income, in reais.' })
  readonly assertedIncome?: MoneyInput | null;

  @Field(() => String, { nullable: true, description: 'Code of the main occupation, such as `OCP0001`.' })
  readonly occupation?: string | null;

  @Field(() => PepInput, { nullable: true, description: 'Political exposure.' })
  readonly pep?: PepInput | null;
}
