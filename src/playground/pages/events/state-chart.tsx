import { useState } from 'react';
import type { Session } from '../shared/session.ts';
import { barsOf, SPANS, type Bar, type Span } from './chart-bars.ts';
import type { Delivery } from './operations.ts';
import { STATES } from './states.ts';
import { useCounts } from './use-counts.ts';
import { useNow } from './use-now.ts';

const HEIGHT = 120;
const WIDTH = 720;
/** Space between bars, in units of the SVG. */
const GAP = 3;

interface StateChartProps {
  readonly session: Session;
  readonly deliveries: readonly Delivery[];
  /** Grows with each delivery that changes. */
  readonly changes: number;
}

/** Deliveries by state over time. */
export function StateChart({ session, deliveries, changes }: StateChartProps) {
  const [span, setSpan] = useState<Span>(SPANS[1]);
  const bars = barsOf(useCounts(session, span, { deliveries, changes }), span, useNow());
  return (
    <section className="card" aria-labelledby="chart-title">
      <header className="card-head">
        <h2 id="chart-title">Deliveries by state</h2>
        <ul className="legend">
          {STATES.map(({ state, title }) => (
            <li key={state} className={`legend-${state}`}>
              {title} <strong>{bars.reduce((sum, { counts }) => sum + counts[state], 0)}</strong>
            </li>
          ))}
        </ul>
        <div className="choice" role="group" aria-label="Time span">
          {SPANS.map((each) => (
            <button
              key={each.title}
              type="button"
              aria-pressed={each === span}
              onClick={() => {
                setSpan(each);
              }}
            >
              {each.title}
            </button>
          ))}
        </div>
      </header>
      <Bars bars={bars} span={span} />
    </section>
  );
}

function Bars({ bars, span }: { readonly bars: readonly Bar[]; readonly span: Span }) {
  const totals = bars.map(({ counts }) => counts.SUCCESS + counts.FAILED + counts.HOLD);
  const most = Math.max(4, ...totals);
  const total = totals.reduce((sum, count) => sum + count, 0);
  const width = WIDTH / bars.length;
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${total} deliveries in the last ${span.title}, at most ${Math.max(0, ...totals)} in one bar`}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="chart-base" />
        <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} className="chart-line" />
        {bars.map((bar, nth) => (
          <StackedBar
            key={bar.from}
            bar={bar}
            x={nth * width + GAP / 2}
            width={width - GAP}
            scale={(HEIGHT - 8) / most}
          />
        ))}
      </svg>
      <figcaption>
        <span>{span.title} ago</span>
        {total === 0 && <span>Nothing was sent in this time.</span>}
        <span>now</span>
      </figcaption>
    </figure>
  );
}

interface StackedBarProps {
  readonly bar: Bar;
  readonly x: number;
  readonly width: number;
  /** Height of one delivery. */
  readonly scale: number;
}

function StackedBar({ bar, x, width, scale }: StackedBarProps) {
  const said = STATES.filter(({ state }) => bar.counts[state] > 0).map(
    ({ state, title }) => `${title.toLowerCase()} ${bar.counts[state]}`,
  );
  if (said.length === 0) return null;
  let top = HEIGHT;
  return (
    <g>
      <title>{`${new Date(bar.from).toLocaleString()}: ${said.join(', ')}`}</title>
      {STATES.map(({ state }) => {
        const height = bar.counts[state] * scale;
        top -= height;
        return (
          height > 0 && <rect key={state} x={x} y={top} width={width} height={height} className={`bar-${state}`} />
        );
      })}
    </g>
  );
}
