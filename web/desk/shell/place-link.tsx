import type { ComponentChildren } from 'preact'
import { isShown } from '../../staff/pages.js'
import { addressOf, goTo, type QueryParts } from '../../staff/place.js'
import type { PageName } from '../../staff/rights.js'

/** A link to a place of the desk; its text alone where the reader has no such page. */
export function PlaceLink(props: {
  page: PageName
  parts?: readonly (string | number)[]
  query?: QueryParts
  /** In a grid, which has one focus: keys reach the place otherwise. */
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
