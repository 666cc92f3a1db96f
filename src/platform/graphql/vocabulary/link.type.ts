import { Field, ObjectType } from 'type-graphql';

@ObjectType('Link', {
  description: 'A next step for a resource, as in the partner API.',
  simpleResolvers: true,
})
export class LinkType {
  @Field(() => String, { description: 'Relation to the resource, such as `get_pocket`.' })
  readonly rel: string;

  @Field(() => String, { description: 'HTTP verb, such as `GET` or `PATCH`.' })
  readonly method: string;

  @Field(() => String, { description: 'Absolute URL of the step, such as `https://…/pockets/2000018412BRL`.' })
  readonly url: string;

  constructor(rel: string, method: string, url: string) {
    this.rel = rel;
    this.method = method;
    this.url = url;
  }
}
