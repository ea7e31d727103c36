import type { ComponentChildren } from 'preact'

/** A box with one important figure: its label, notes, and a small graph. */
export function Stat(props: {
  label: string
  /** The figure as text; null while it is unknown. */
  figure: ComponentChildren
  look?: string
  notes?: readonly ComponentChildren[]
  children?: ComponentChildren
}) {
  const { label, figure, look = '', notes = [], children } = props
  return (
    <div class="stat">
      <dt>{label}</dt>
      {figure === null ? (
        <dd class="stat-figure unknown" aria-busy="true">
          –
        </dd>
      ) : (
        <dd class={`stat-figure ${look}`}>{figure}</dd>
      )}
      {notes.map((note, i) => (
        <dd key={i} class="stat-note">
          {note}
        </dd>
      ))}
      {children !== undefined && <dd class="stat-graph">{children}</dd>}
    </div>
  )
}
