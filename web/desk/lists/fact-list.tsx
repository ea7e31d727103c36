import type { ComponentChildren } from 'preact'

export type FactRow = readonly [label: string, value: ComponentChildren]

/** A row of labelled values. Unknown values are left out. */
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
