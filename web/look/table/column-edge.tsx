/** Handlers for dragging the edge of a column header. */
export interface EdgeDrag {
  begin(x: number): void
  move(id: string, x: number): void
  end(): void
  leave(): void
  /** Resets a column to its initial width. */
  free(id: string): void
}

/**
 * The right edge of a column header. Dragging changes the width, and a double click fits it to the
 * content.
 */
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
