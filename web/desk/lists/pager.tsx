/** The page navigation of a list. Shows nothing if there is only one page. */
export function Pager(props: {
  page: number
  pages: number
  /** The labels of the buttons to the previous and to the next page. */
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
