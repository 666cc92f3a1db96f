import { isFields } from '../../../kernel/fields.ts';
import type { WritableList } from '../../statements/byte-page.ts';
import type { RequestContext } from '../../requests/request-context.ts';

/** A connection of an object that is found by arguments: both are read at the same time. */
interface EarlyRead {
  readonly context: RequestContext;
  /** Arguments of the field that finds the object. */
  readonly ownerArgs: Readonly<Record<string, unknown>>;
  /** Arguments of the connection. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a connection field declares as `@Extensions({ pages })`: the list whose pages it shows. */
export interface ShownPages {
  readonly list: WritableList;
  /** Reads the page before the object that owns it, if possible. Not called if a provider may know better. */
  readonly readEarly?: (early: EarlyRead) => void;
}

export function isShownPages(value: unknown): value is ShownPages {
  return isFields(value) && isFields(value['list']);
}
