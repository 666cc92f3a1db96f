// Test files have their own copies of modules in `test/`, except for `worker-*.ts`: `test/runner/modules.mjs`.

type End = () => Promise<void>;

const ends: End[] = [];

/** Registers the end of something that a worker keeps for all its test files: it ends with the run. */
export function endWithRun(end: End): void {
  ends.push(end);
}

/** Ends what is kept, if jest itself has run the tests and there is no worker that ends. */
export async function endWhatIsKept(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
