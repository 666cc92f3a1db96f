import { Field, InputType } from 'type-graphql';

@InputType({ description: 'The rejected customer.' })
export class RequestDetailedAnalysisInput {
  @Field(() => String, { description: 'CPF of the customer, 11 digits without a mask, such as `99900000188`.' })
  readonly documentNumber!: string;
}
