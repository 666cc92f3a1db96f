/** Interval between two probes of the processor, and processor time of one probe, in milliseconds. */
const PROBE_REST_MS = 400;
const PROBE_WORK_MS = 20;

interface Probed {
  wallMs: number;
  cpuMs: number;
}

/**
 * Compares measurements with the figures of the reliability page, which hold for an otherwise idle machine: a probe
 * repeats a known piece of work, and each figure is multiplied by the ratio of its wall time to its processor time
 * during the measurement. On an idle machine the factor is 1.
 */
export class Times {
  /** The measurements, as readable lines. */
  readonly lines: string[] = [];
  private readonly total: Probed = { wallMs: 0, cpuMs: 0 };
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.timer = setInterval(() => {
      this.probe();
    }, PROBE_REST_MS);
  }

  end(): void {
    clearInterval(this.timer);
  }

  /** Starts a measurement; the returned function ends it, and throws if it took longer than the figure. */
  begin(): (what: string, figureMs: number) => void {
    const began = performance.now();
    const before = { ...this.total };
    return (what, figureMs) => {
      const tookMs = performance.now() - began;
      this.expectWithin({ what, tookMs, figureMs }, before);
    };
  }

  /** Measures `work`, and throws if it took longer than the figure. */
  async within(what: string, figureMs: number, work: () => Promise<unknown>): Promise<void> {
    const end = this.begin();
    await work();
    end(what, figureMs);
  }

  /** Compares a time that was measured elsewhere with its figure, with the factor of the whole run. */
  judge(what: string, tookMs: number, figureMs: number): void {
    this.expectWithin({ what, tookMs, figureMs }, { wallMs: 0, cpuMs: 0 });
  }

  /** @param before totals of the probes when the measurement started */
  private expectWithin({ what, tookMs, figureMs }: Measured, before: Probed): void {
    this.probe();
    const wallMs = this.total.wallMs - before.wallMs;
    const stretch = Math.max(1, wallMs / (this.total.cpuMs - before.cpuMs));
    const line = `${what}: ${seconds(tookMs)}, at most ${seconds(figureMs)} × ${stretch.toFixed(1)}`;
    this.lines.push(line);
    if (tookMs > figureMs * stretch) throw new Error(line);
  }

  private probe(): void {
    const began = performance.now();
    const cpu = process.cpuUsage();
    let usedMs = 0;
    while (usedMs < PROBE_WORK_MS) {
      const { user, system } = process.cpuUsage(cpu);
      usedMs = (user + system) / 1_000;
    }
    this.total.wallMs += performance.now() - began;
    this.total.cpuMs += usedMs;
  }
}

interface Measured {
  readonly what: string;
  readonly tookMs: number;
  readonly figureMs: number;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
