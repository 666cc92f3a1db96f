/** A pause that can be ended before its time. */
export class Pause {
  private endIt: (() => void) | undefined;

  /** Resolves after this time, or when `end` is called. */
  async take(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      this.endIt = end;
    });
    this.endIt = undefined;
  }

  /** Ends the current pause, if any. */
  readonly end = (): void => {
    this.endIt?.();
  };
}
