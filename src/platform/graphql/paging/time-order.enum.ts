import { Arg, registerEnumType } from 'type-graphql';

/** Order of a list by time. */
export const TimeOrder = { NEWEST: 'NEWEST', OLDEST: 'OLDEST' } as const;
export type TimeOrder = (typeof TimeOrder)[keyof typeof TimeOrder];

registerEnumType(TimeOrder, {
  name: 'TimeOrder',
  description: 'Order of a list by time; items of the same time are ordered by id.',
  valuesConfig: {
    NEWEST: { description: 'The newest item first.' },
    OLDEST: { description: 'The oldest item first.' },
  },
});

/** The argument `orderBy` of a list that is by time. */
export function ArgTimeOrder(description: string): ReturnType<typeof Arg> {
  return Arg('orderBy', () => TimeOrder, { defaultValue: TimeOrder.NEWEST, description });
}
