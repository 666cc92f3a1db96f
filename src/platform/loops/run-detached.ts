/** Runs the work of an event handler without waiting for it. Errors, synchronous or not, are passed to `failed`. */
export function runDetached(work: () => void | Promise<void>, failed: (error: unknown) => void): void {
  try {
    const pending = work();
    if (pending instanceof Promise) pending.catch(failed);
  } catch (error) {
    failed(error);
  }
}
