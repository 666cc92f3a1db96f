import { Field, ObjectType, registerEnumType } from 'type-graphql';

export const HttpMethod = { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' } as const;
export type HttpMethod = (typeof HttpMethod)[keyof typeof HttpMethod];

registerEnumType(HttpMethod, {
  name: 'HttpMethod',
  description: 'Methods of HTTP (RFC 9110).',
  valuesConfig: {
    GET: { description: 'Reads.' },
    POST: { description: 'Creates, or does something.' },
    PUT: { description: 'Creates or replaces what the URL names.' },
    PATCH: { description: 'Changes a part.' },
    DELETE: { description: 'Deletes.' },
  },
});

@ObjectType('Link', {
  description: 'A next step for a resource, as in the partner API.',
  simpleResolvers: true,
})
export class LinkType {
  @Field(() => String, { description: 'Relation to the resource, such as `get_pocket`; the set is open.' })
  readonly rel: string;

  @Field(() => HttpMethod, { description: 'How the URL is called.' })
  readonly method: HttpMethod;

  @Field(() => String, { description: 'Absolute URL of the step, such as `https://…/pockets/2000018412BRL`.' })
  readonly url: string;

  constructor(rel: string, method: HttpMethod, url: string) {
    this.rel = rel;
    this.method = method;
    this.url = url;
  }
}
