import type { ComponentChildren } from 'preact'
import { isShown } from '../../staff/pages.js'
import { addressOf, goTo, type QueryParts } from '../../staff/place.js'
import type { PageName } from '../../staff/rights.js'

/** A link to a place in the desk. Plain text if the reader has no right to that page. */
export function PlaceLink(props: {
  page: PageName
  parts?: readonly (string | number)[]
  query?: QueryParts
  /** In a grid the link cannot get the focus, because the grid is a single tab stop. */
  isInGrid?: boolean
  children: ComponentChildren
}) {
  const { page, parts = [], query = {}, children } = props
  if (!isShown(page)) return <>{children}</>
  const address = addressOf([page, ...parts], query)
  return (
    <a
      href={address}
      tabIndex={props.isInGrid === true ? -1 : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        event.stopPropagation()
        goTo(address)
      }}
    >
      {children}
    </a>
  )
}
