/** What is wanted, as a section says it: `- the thing: 0.61 × something (wanted: 0.6; missed)`. */
const TARGET = /^- (.*?)(\d+(?:\.\d+)?)(.*) \(wanted: (.*); (reached|missed)\)$/;
/** A row of the table: section, what, now, before, wanted, verdict. */
const ROW = /^\| (.*?) +\| (.*?) +\| (.*?) +\| (.*?) +\| (.*?) +\| (reached|missed) +\|$/;
const TITLE = '## Targets';
const HEADER = '| Measured | What | Now | Before | Wanted | |\n|---|---|---|---|---|---|';

interface Target {
  readonly section: string;
  readonly what: string;
  readonly now: string;
  readonly before: string;
  readonly wanted: string;
  readonly verdict: string;
}

/** Whether a section is the table of targets itself. */
export function isTargets(section: string): boolean {
  return section.startsWith(TITLE);
}

/**
 * One table of all targets, with what was measured the time before.
 * @param sections as they are now
 * @param former the report before
 */
export function targetsTable(sections: Iterable<string>, former: string): string {
  const [measuredBefore, rowsBefore] = [targetsIn(former), rowsIn(former)];
  const rows = [...sections].flatMap(targetsIn).map((target) => {
    const same = (other: Target) => other.section === target.section && other.what === target.what;
    const last = measuredBefore.find(same);
    // What was not measured this time moved when it was.
    const before = last?.now === target.now ? rowsBefore.find(same)?.before : last?.now;
    return { ...target, before: before ?? '–' };
  });
  const lines = rows.map(({ section, what, now, before, wanted, verdict }) =>
    ['', section, what, now, before, wanted, verdict, ''].join(' | ').trim(),
  );
  return [TITLE, '', HEADER, ...lines].join('\n');
}

function targetsIn(text: string): Target[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3);
    const [, head = '', now = '', rest = '', wanted = '', verdict = ''] = TARGET.exec(line) ?? [];
    return now === ''
      ? []
      : [{ section, what: `${head}${rest}`.replaceAll('  ', ' '), now, before: '', wanted, verdict }];
  });
}

function rowsIn(text: string): Target[] {
  return text.split('\n').flatMap((line) => {
    const [, section = '', what = '', now = '', before = '', wanted = '', verdict = ''] = ROW.exec(line) ?? [];
    return section === '' ? [] : [{ section, what, now, before, wanted, verdict }];
  });
}
