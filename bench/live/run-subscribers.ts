import { inLongRounds } from '../options.ts';
import type { Section } from '../report.ts';
import type { RunContext } from '../run-context.ts';
import { measureSubscribers, type LiveResult } from './measure-subscribers.ts';
import { mediansOf, subscriberLines, subscriberTargets } from './report-subscribers.ts';
import { liveSystems } from './systems.ts';

/** Measures live subscribers of the gateway and of its peers, each restarted for each scene. */
export async function runSubscribers({
  options: runOptions,
  databases,
  directory,
  signal,
}: RunContext): Promise<Section> {
  const options = inLongRounds(runOptions);
  const { live, databaseUrl } = options;
  const results: LiveResult[] = [];
  const scenes = Array.from({ length: options.rounds }, () => live.scenes).flat();
  for (const scene of scenes)
    for (const start of liveSystems) {
      signal.throwIfAborted();
      const system = await start({ databases, databaseUrl, directory });
      try {
        const result = await measureSubscribers(system, scene, { ...options, ...live });
        results.push(result);
        process.stderr.write(
          `${scene.subscribers} of ${scene.partners}, ${result.title}: ${result.perSecond.toFixed(0)}/s\n`,
        );
      } finally {
        await system.emitter.stop();
        await system.server.stop();
      }
    }
  const medians = mediansOf(results);
  return { title: 'Subscribers', lines: subscriberLines(medians, live), targets: subscriberTargets(medians), options };
}
