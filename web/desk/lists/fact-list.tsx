import type { ComponentChildren } from 'preact'

export type FactRow = readonly [label: string, value: ComponentChildren]

/** Facts one beside the other; those that are not known are not there. */
export function FactList({ rows }: { rows: readonly FactRow[] }) {
  const known = rows.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl class="why-facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
