// `npm run fuzz -- --seconds 60 --seed 7 --only socket`: sends random inputs to the built gateway, keeps those that
// take a new path through its code, and mutates them. If an answer is wrong, it exits with 1, and writes the input to
// `test/fuzz/cases`, where it is a test from then on.
import { createHash, randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SeededRandom } from '../faults/seeded-random.ts';
import { TemporaryFolders } from '../support/temporary-folders.ts';
import { CASES, type FuzzCase } from './cases.ts';
import { seedInputs, type FuzzInput } from './input.ts';
import { Mutator } from './mutations.ts';
import { Target } from './target.ts';

const USAGE = 'npm run fuzz -- [--seconds 1…99999] [--seed 0…999999999] [--only operation|socket|http]\n';
const REPORT_EVERY_MS = 10_000;
/** Number of inputs that are sent concurrently: reading the coverage costs more than sending an input. */
const BATCH_SIZE = 16;
const FINDINGS_MAX = 10;
/** How much of a complaint is stored with its case, in characters. */
const COMPLAINT_MAX = 500;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
    only: { type: 'string', default: '' },
  },
});
if (
  !/^[1-9]\d{0,4}$/.test(values.seconds) ||
  !/^\d{1,9}$/.test(values.seed) ||
  !/^(|operation|socket|http)$/.test(values.only)
) {
  process.stderr.write(USAGE);
  process.exit(2);
}

class Fuzzer {
  private findings = 0;
  private sent = 0;
  private readonly corpus: FuzzInput[] = [];
  private readonly ways = new Set<string>();
  private readonly folders = new TemporaryFolders();
  private readonly random: SeededRandom;
  private readonly mutator: Mutator;
  private target!: Target;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    this.mutator = new Mutator(this.random);
  }

  /** Runs for the given time, and returns the number of findings. */
  async run(seconds: number, only: string): Promise<number> {
    await this.start();
    const seeds = await seedInputs(await this.target.cursors());
    for (const seed of seeds) if (only === '' || seed.kind === only) await this.begin(seed);
    const endAt = performance.now() + seconds * 1_000;
    for (let reportedAt = 0; performance.now() < endAt && this.findings < FINDINGS_MAX;) {
      await this.tryAll(Array.from({ length: BATCH_SIZE }, () => this.mutator.mutate(this.drawn(), this.drawn())));
      if (performance.now() < reportedAt + REPORT_EVERY_MS) continue;
      reportedAt = performance.now();
      this.report();
    }
    this.report();
    await this.target.stop();
    this.folders.remove();
    return this.findings;
  }

  private report(): void {
    const { sent, corpus, ways, findings } = this;
    process.stdout.write(`${sent} sent, ${corpus.length} kept, ${ways.size} ways, ${findings} findings\n`);
  }

  private async start(): Promise<void> {
    this.target = await Target.start(this.folders.make(), { isMeasured: true });
    await this.target.covered();
  }

  /** Draws newer inputs more often, since they have been mutated least. */
  private drawn(): FuzzInput {
    const depth = Math.max(this.random.fraction(), this.random.fraction());
    return this.corpus[Math.floor(depth * this.corpus.length)] as FuzzInput;
  }

  private async begin(seed: FuzzInput): Promise<void> {
    await this.newWays([seed]);
    this.corpus.push(seed);
  }

  private async tryAll(inputs: readonly FuzzInput[]): Promise<void> {
    const ways = await this.newWays(inputs);
    // Sends them again, one by one, as if the paths were unknown, to find which inputs take them.
    for (const way of ways) this.ways.delete(way);
    if (ways.length > 0)
      for (const input of inputs) if ((await this.newWays([input])).length > 0) this.corpus.push(input);
    for (const way of ways) this.ways.add(way);
  }

  /** Sends inputs concurrently, and returns the paths that no earlier input has taken. */
  private async newWays(inputs: readonly FuzzInput[]): Promise<string[]> {
    this.sent += inputs.length;
    const complaint = await this.target.complaint(inputs);
    if (complaint !== undefined) {
      await this.found(inputs, complaint);
      return [];
    }
    const ways = (await this.target.covered()).filter((way) => !this.ways.has(way));
    for (const way of ways) this.ways.add(way);
    return ways;
  }

  /** Stores the single input that causes the complaint, or all if no single one does. */
  private async found(inputs: readonly FuzzInput[], complaint: string): Promise<void> {
    this.findings += 1;
    await this.restart();
    let least: FuzzCase = { complaint, inputs };
    if (inputs.length > 1)
      for (const input of inputs) {
        const alone = await this.target.complaint([input]);
        if (alone === undefined) continue;
        least = { complaint: alone, inputs: [input] };
        await this.restart();
        break;
      }
    const text = `${JSON.stringify({ ...least, complaint: least.complaint.slice(0, COMPLAINT_MAX) }, undefined, 2)}\n`;
    const name = `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`;
    writeFileSync(new URL(name, CASES), text);
    process.stdout.write(`FOUND ${name}: ${text}`);
  }

  private async restart(): Promise<void> {
    await this.target.stop();
    await this.start();
  }
}

process.stdout.write(`fuzzing for ${values.seconds} s, seed ${values.seed}\n`);
const findings = await new Fuzzer(Number(values.seed)).run(Number(values.seconds), values.only);
process.exit(findings > 0 ? 1 : 0);
