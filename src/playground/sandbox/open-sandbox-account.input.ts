import { Field, InputType } from 'type-graphql';
import { AccountType } from '../../bank/accounts/account.enum.ts';
import { KeyedInput } from '../../platform/graphql/vocabulary/once-per-key.type.ts';

@InputType({ description: 'The customer to open an account for.' })
export class OpenSandboxAccountInput extends KeyedInput {
  @Field(() => String, {
    description: 'CPF of an approved customer of the partner, digits only, such as `10020030169`.',
  })
  readonly documentNumber!: string;

  @Field(() => AccountType, { defaultValue: AccountType.PAYMENT, description: 'Kind of the account.' })
  readonly type!: AccountType;
}
