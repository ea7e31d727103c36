/** The way through a list of pages; nothing where there is one. */
export function Pager(props: {
  page: number
  pages: number
  /** Names of the buttons: to the page before, and to the one behind. */
  newer: string
  older: string
  onPage: (page: number) => void
}) {
  const { page, pages } = props
  if (pages <= 1) return null
  return (
    <>
      <button
        type="button"
        class="small"
        aria-label={props.newer}
        disabled={page === 1}
        onClick={() => props.onPage(page - 1)}
      >
        ←
      </button>
      <span class="faint num">
        {page} / {pages}
      </span>
      <button
        type="button"
        class="small"
        aria-label={props.older}
        disabled={page >= pages}
        onClick={() => props.onPage(page + 1)}
      >
        →
      </button>
    </>
  )
}
