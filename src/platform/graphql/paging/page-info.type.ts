import { Field, ObjectType } from 'type-graphql';

/** What a page knows of its place in the list. */
export interface PagePlace {
  startCursor(): string | null;
  endCursor(): string | null;
  hasNextPage(): boolean | Promise<boolean>;
  hasPreviousPage(): boolean | Promise<boolean>;
}

@ObjectType('PageInfo', { description: 'Where a page lies in its connection.' })
export class PageInfoType {
  private readonly place: PagePlace;

  constructor(place: PagePlace) {
    this.place = place;
  }

  @Field(() => Boolean, { description: 'Whether items follow this page. True to fact in both directions of paging.' })
  hasNextPage(): boolean | Promise<boolean> {
    return this.place.hasNextPage();
  }

  @Field(() => Boolean, { description: 'Whether items precede this page. True to fact in both directions of paging.' })
  hasPreviousPage(): boolean | Promise<boolean> {
    return this.place.hasPreviousPage();
  }

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null on an empty page.' })
  startCursor(): string | null {
    return this.place.startCursor();
  }

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null on an empty page.' })
  endCursor(): string | null {
    return this.place.endCursor();
  }
}
