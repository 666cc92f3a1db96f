/** A pause that can be ended before its time. */
export class Pause {
  private endIt: (() => void) | undefined;

  /** Ends after so many milliseconds, or when it is ended. */
  async take(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.endIt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.endIt = undefined;
  }

  /** Ends the pause that is being taken, if any. */
  readonly end = (): void => {
    this.endIt?.();
  };
}
