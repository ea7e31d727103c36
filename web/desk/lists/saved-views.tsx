import {
  isShown,
  removeView,
  type SavedView,
  savedViews,
  saveView,
  VIEW_NAME_MAX,
  VIEWS_MAX,
} from '../../staff/lists/saved-views.js'
import { ask } from '../../staff/place.js'
import { changeView } from '../../state/table-views.js'
import { listWords } from '../../text/lists/list-words.js'
import { NamedItems } from '../changes/named-items.js'

/**
 * A list's current view: its name, the query parameters for filter and sort order, and its columns.
 */
interface ShownList {
  readonly list: string
  readonly query: Readonly<Record<string, string>>
  readonly columns: readonly string[]
}

/** The saved views of a list. A click opens one, and the current view can be saved. */
export function SavedViews({ list, query, columns }: ShownList) {
  const text = listWords.value.views
  const views = savedViews(list)
  const shown = { query, columns }
  const current = views.find((view) => isShown(view, shown))
  const show = (view: SavedView) => {
    const cleared = Object.fromEntries(Object.keys(query).map((name) => [name, '']))
    ask({ ...cleared, ...view.query }, false)
    // A narrow page keeps its own columns; a wide page gets the columns of the view.
    if (view.columns !== null) changeView(list, false, { columns: view.columns })
  }
  return (
    <NamedItems
      text={text}
      label={current === undefined ? text.open : text.current({ name: current.name })}
      items={views.map((view) => ({
        name: view.name,
        about: Object.values(view.query).join(' · '),
        isOn: view === current,
        use: () => show(view),
      }))}
      saving={{
        name: current?.name ?? '',
        nameMax: VIEW_NAME_MAX,
        countMax: VIEWS_MAX,
        onSave: (name) => saveView(list, { ...shown, name }),
      }}
      save={text.save}
      onDelete={(name) => removeView(list, name)}
    />
  )
}
