// `npm run fuzz -- --seconds 60 --seed 7 --only socket`: sends inputs by chance to the built gateway, keeps those that
// take a new way through its code, and goes on from them. Ends with 1 when one is answered as none may be; it is written
// to `test/fuzz/cases`, where it is a test from then on.
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
const TOLD_EVERY_MS = 10_000;
/** Inputs that are sent at once: to read the coverage costs more than to send one. */
const BATCH_SIZE = 16;
const FINDINGS_MAX = 10;
/** How much of a complaint is kept with its case, in characters. */
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

  /** Runs for so long and gives the number of findings. */
  async run(seconds: number, only: string): Promise<number> {
    await this.start();
    const seeds = await seedInputs(await this.target.cursors());
    for (const seed of seeds) if (only === '' || seed.kind === only) await this.begin(seed);
    const endAt = performance.now() + seconds * 1_000;
    for (let toldAt = 0; performance.now() < endAt && this.findings < FINDINGS_MAX;) {
      await this.tryAll(Array.from({ length: BATCH_SIZE }, () => this.mutator.mutate(this.drawn(), this.drawn())));
      if (performance.now() < toldAt + TOLD_EVERY_MS) continue;
      toldAt = performance.now();
      this.tell();
    }
    this.tell();
    await this.target.stop();
    this.folders.remove();
    return this.findings;
  }

  private tell(): void {
    const { sent, corpus, ways, findings } = this;
    process.stdout.write(`${sent} sent, ${corpus.length} kept, ${ways.size} ways, ${findings} findings\n`);
  }

  private async start(): Promise<void> {
    this.target = await Target.start(this.folders.make(), { isMeasured: true });
    await this.target.covered();
  }

  /** What was found last is drawn more often: least has been made of it. */
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
    // Which of them it was is found by sending them again, one by one, as if nothing had been seen.
    for (const way of ways) this.ways.delete(way);
    if (ways.length > 0)
      for (const input of inputs) if ((await this.newWays([input])).length > 0) this.corpus.push(input);
    for (const way of ways) this.ways.add(way);
  }

  /** Sends inputs at once, and gives the ways that nothing has taken before. */
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

  /** Keeps the one input that has it come about, or all where none does alone. */
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
