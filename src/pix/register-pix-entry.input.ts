import { Field, InputType } from 'type-graphql';
import { AccountType } from '../accounts/account.enum.ts';
import { AddressingKeyInput } from './addressing-key.input.ts';

@InputType({ description: 'The bank that keeps an account.' })
export class BankInput {
  @Field(() => String, { description: 'Its identifier in the Brazilian payment system, eight digits.' })
  readonly ispb!: string;

  @Field(() => String, { description: 'Its clearing code, three digits.' })
  readonly code!: string;

  @Field(() => String, { description: 'Its name.' })
  readonly name!: string;
}

@InputType({ description: 'The account that a key is to stand for; all fields must be its own.' })
export class PixAccountInput {
  @Field(() => String, { description: 'Branch number, such as `0001`.' })
  readonly branch!: string;

  @Field(() => String, { description: 'Account number, including the digit.' })
  readonly number!: string;

  @Field(() => AccountType, { description: 'Kind of the account.' })
  readonly type!: AccountType;

  @Field(() => BankInput, { nullable: true, description: 'The bank of the account; it may be left out.' })
  readonly bank?: BankInput | null;
}

@InputType({ description: 'An addressing key to be registered for an account.' })
export class RegisterPixEntryInput {
  @Field(() => AddressingKeyInput, { description: 'The key.' })
  readonly addressingKey!: AddressingKeyInput;

  @Field(() => PixAccountInput, { description: 'The account that it is to stand for.' })
  readonly account!: PixAccountInput;

  @Field(() => String, {
    nullable: true,
    description: 'What validateTotp gave for this holder and key. Needed for EMAIL and PHONE, else ignored.',
  })
  readonly transactionalHash?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'CPF or CNPJ of the user who asks, digits alone; when given it must be the holder of the account.',
  })
  readonly userId?: string | null;
}
