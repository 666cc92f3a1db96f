import { Field, InputType } from 'type-graphql';
import { AccountType } from '../accounts/account.enum.ts';
import { KeyedInput } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import { AddressingKeyInput } from '../addressing-keys/addressing-key.input.ts';

@InputType({ description: 'The bank that keeps an account.' })
export class BankInput {
  @Field(() => String, {
    description: 'Identifier in the Brazilian payment system (ISPB), eight digits, such as `99990001`.',
  })
  readonly ispb!: string;

  @Field(() => String, { description: 'Clearing code, three digits, such as `990`.' })
  readonly code!: string;

  @Field(() => String, { description: 'Name, such as `Banco Exemplo S.A.`.' })
  readonly name!: string;
}

@InputType({ description: 'The account of a key; all fields must match it.' })
export class PixAccountInput {
  @Field(() => String, { description: 'Branch number, such as `0001`.' })
  readonly branch!: string;

  @Field(() => String, { description: 'Account number, including the digit, such as `200001`.' })
  readonly number!: string;

  @Field(() => AccountType, { description: 'Kind of the account.' })
  readonly type!: AccountType;

  @Field(() => BankInput, {
    nullable: true,
    description: 'The bank of the account. Optional; another bank is an InvalidInputError.',
  })
  readonly bank?: BankInput | null;
}

@InputType({ description: 'An addressing key to register for an account.' })
export class RegisterPixEntryInput extends KeyedInput {
  @Field(() => AddressingKeyInput, { description: 'The key.' })
  readonly addressingKey!: AddressingKeyInput;

  @Field(() => PixAccountInput, { description: 'The account that the key identifies.' })
  readonly account!: PixAccountInput;

  @Field(() => String, {
    nullable: true,
    description:
      'The `transactionalHash` from validateTotp for this holder and key. Required for EMAIL and PHONE, otherwise ignored.',
  })
  readonly transactionalHash?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'CPF or CNPJ of the requesting user, digits only, such as `10020030169`. If given, it must be that of the account holder.',
  })
  readonly userId?: string | null;
}
