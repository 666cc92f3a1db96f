/** Runs what an event has set off. Nobody waits for it: what it throws, at once or later, is given to `failed`. */
export function runDetached(work: () => void | Promise<void>, failed: (error: unknown) => void): void {
  try {
    const pending = work();
    if (pending instanceof Promise) pending.catch(failed);
  } catch (error) {
    failed(error);
  }
}
