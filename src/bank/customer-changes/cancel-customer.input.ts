import { Field, InputType, registerEnumType } from 'type-graphql';
import { CustomerCancelReason } from './customer-cancel-reason.enum.ts';

registerEnumType(CustomerCancelReason, {
  name: 'CustomerCancelReason',
  description: 'Why the relationship with a customer is ended.',
  valuesConfig: {
    HOLDER_REQUEST: { description: 'The customer wants it.' },
    DECEASED: { description: 'The customer has died.' },
    COMMERCIAL_DISAGREEMENT: { description: 'The partner ends the relationship.' },
  },
});

@InputType({ description: 'A customer to cancel.' })
export class CancelCustomerInput {
  @Field(() => String, { description: 'CPF of the customer, 11 digits without a mask, such as `10020030169`.' })
  readonly documentNumber!: string;

  @Field(() => CustomerCancelReason, {
    defaultValue: CustomerCancelReason.HOLDER_REQUEST,
    description: 'Why it is ended.',
  })
  readonly reason!: CustomerCancelReason;
}
