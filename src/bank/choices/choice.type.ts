import { Field, ObjectType } from 'type-graphql';

@ObjectType('Choice', { description: 'A value that a form can offer.', simpleResolvers: true })
export class ChoiceType {
  @Field(() => String, { description: 'What an input takes, such as `SP`.' })
  readonly code: string;

  @Field(() => String, { description: 'What a person reads, such as `São Paulo`.' })
  readonly label: string;

  constructor(code: string, label: string) {
    this.code = code;
    this.label = label;
  }
}
