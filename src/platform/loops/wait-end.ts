/** How a client's wait has ended. */
export type WaitEnd = 'happened' | 'nothing' | 'gone' | 'stopped';
