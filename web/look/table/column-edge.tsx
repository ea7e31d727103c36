/** What a drag of a column's edge does. */
export interface EdgeDrag {
  begin(x: number): void
  move(id: string, x: number): void
  end(): void
  leave(): void
  /** Gives a column its first width again. */
  free(id: string): void
}

/** The right edge of a column's name: drawn by a pointer, or pressed twice to be as wide as what is in it. */
export function ColumnEdge({ id, edge }: { id: string; edge: EdgeDrag }) {
  return (
    <span
      class="edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        edge.begin(event.clientX)
      }}
      onPointerMove={(event) => edge.move(id, event.clientX)}
      onPointerUp={edge.end}
      onPointerCancel={edge.leave}
      onDblClick={() => edge.free(id)}
    />
  )
}
