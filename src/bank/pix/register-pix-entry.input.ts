import { Field, InputType } from 'type-graphql';
import { AccountType } from '../accounts/account.enum.ts';
import { KeyedInput } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import { AddressingKeyInput } from './addressing-key.input.ts';

@InputType({ description: 'The bank that keeps an account.' })
export class BankInput {
  @Field(() => String, {
    description: 'Its identifier in the Brazilian payment system (ISPB), eight digits, such as `99990001`.',
  })
  readonly ispb!: string;

  @Field(() => String, { description: 'Its clearing code, three digits, such as `990`.' })
  readonly code!: string;

  @Field(() => String, { description: 'Its name, such as `Banco Exemplo S.A.`.' })
  readonly name!: string;
}

@InputType({ description: 'The account that a key is to stand for; all fields must be its own.' })
export class PixAccountInput {
  @Field(() => String, { description: 'Branch number, such as `0001`.' })
  readonly branch!: string;

  @Field(() => String, { description: 'Account number, including the digit, such as `200001`.' })
  readonly number!: string;

  @Field(() => AccountType, { description: 'Kind of the account.' })
  readonly type!: AccountType;

  @Field(() => BankInput, {
    nullable: true,
    description: 'The bank of the account. It may be left out; one that is not its own is an InvalidInputError.',
  })
  readonly bank?: BankInput | null;
}

@InputType({ description: 'An addressing key to be registered for an account.' })
export class RegisterPixEntryInput extends KeyedInput {
  @Field(() => AddressingKeyInput, { description: 'The key.' })
  readonly addressingKey!: AddressingKeyInput;

  @Field(() => PixAccountInput, { description: 'The account that it is to stand for.' })
  readonly account!: PixAccountInput;

  @Field(() => String, {
    nullable: true,
    description:
      'The `transactionalHash` that validateTotp gave for this holder and key. Needed for EMAIL and PHONE, else ignored.',
  })
  readonly transactionalHash?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'CPF or CNPJ of the user who asks, digits only, such as `10020030169`. When given it must be the document of the holder of the account.',
  })
  readonly userId?: string | null;
}
