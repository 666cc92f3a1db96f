import { Field, ObjectType } from 'type-graphql';

/** The position of a page in its list. */
export interface PageInfo {
  startCursor(): Promise<string | null>;
  endCursor(): Promise<string | null>;
  hasNextPage(): Promise<boolean>;
  hasPreviousPage(): Promise<boolean>;
}

@ObjectType('PageInfo', { description: 'Position of a page in its connection.' })
export class PageInfoType {
  private readonly info: PageInfo;

  constructor(info: PageInfo) {
    this.info = info;
  }

  @Field(() => Boolean, { description: 'Whether there are items after this page; exact in both paging directions.' })
  hasNextPage(): Promise<boolean> {
    return this.info.hasNextPage();
  }

  @Field(() => Boolean, { description: 'Whether there are items before this page; exact in both paging directions.' })
  hasPreviousPage(): Promise<boolean> {
    return this.info.hasPreviousPage();
  }

  @Field(() => String, { nullable: true, description: 'Cursor of the first item; null on an empty page.' })
  startCursor(): Promise<string | null> {
    return this.info.startCursor();
  }

  @Field(() => String, { nullable: true, description: 'Cursor of the last item; null on an empty page.' })
  endCursor(): Promise<string | null> {
    return this.info.endCursor();
  }
}
