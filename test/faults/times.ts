/** How often the processor is probed, and how much work one probe does, in milliseconds. */
const PROBE_REST_MS = 400;
const PROBE_WORK_MS = 20;

interface Probed {
  wallMs: number;
  cpuMs: number;
}

/**
 * Holds what is measured against the figures of the reliability page. They are for a machine that has nothing else to
 * do: a probe does a known piece of work again and again, and a figure is stretched by how much longer than its
 * processor time that took while the figure was measured. Alone on a machine nothing is stretched.
 */
export class Times {
  /** What was measured, to be read by people. */
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

  /** Begins to measure; what it gives ends that, and throws when it took longer than the figure, in milliseconds. */
  begin(): (what: string, figureMs: number) => void {
    const began = performance.now();
    const before = { ...this.total };
    return (what, figureMs) => {
      const tookMs = performance.now() - began;
      this.expectWithin({ what, tookMs, figureMs }, before);
    };
  }

  /** Measures `work`. */
  async within(what: string, figureMs: number, work: () => Promise<unknown>): Promise<void> {
    const end = this.begin();
    await work();
    end(what, figureMs);
  }

  /** Holds against its figure what somebody else has measured; it is stretched as all of the run was. */
  judge(what: string, tookMs: number, figureMs: number): void {
    this.expectWithin({ what, tookMs, figureMs }, { wallMs: 0, cpuMs: 0 });
  }

  /** @param before what the probes had taken when the measured work began */
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
