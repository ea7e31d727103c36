import { storedItems, withItem, withoutItem } from '../../state/named-items.js'
import { changePreferences, preferences } from '../../state/preferences.js'

/**
 * Saved views of lists: filter and sort order as they appear in the address, and the columns. The
 * server stores them with the login, so every device has them.
 *
 * V1. A view may have been saved by another version of the page: its values are checked, and
 *     unknown columns are ignored when the list is drawn.
 */
export interface SavedView {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  /**
   * The column names in order; null if the view was saved on a narrow screen, which has no columns.
   */
  readonly columns: readonly string[] | null
}

const KEY = 'views'
export const VIEWS_MAX = 20
export const VIEW_NAME_MAX = 40
const PART_MAX = 512
const COLUMNS_MAX = 64

export function savedViews(list: string): readonly SavedView[] {
  return viewsIn(fieldsOf(preferences.value[KEY])[list])
}

export function saveView(list: string, view: SavedView): void {
  change(list, (views) => withItem(views, view))
}

export function removeView(list: string, name: string): void {
  change(list, (views) => withoutItem(views, name))
}

/** Whether the list currently shows exactly this view. */
export function isShown(view: SavedView, shown: Omit<SavedView, 'name'>): boolean {
  const { query, columns } = view
  const isSame = columns === null || shown.columns === null || same(columns, shown.columns)
  return isSame && same(entriesOf(query), entriesOf(shown.query))
}

function change(list: string, make: (views: readonly SavedView[]) => readonly SavedView[]): void {
  changePreferences((content) => {
    const kept = fieldsOf(content[KEY])
    return { ...content, [KEY]: { ...kept, [list]: make(viewsIn(kept[list])) } }
  })
}

/** The valid views of a stored value (V1). */
function viewsIn(value: unknown): readonly SavedView[] {
  return Array.isArray(value) ? storedItems(value.flatMap(viewFrom), VIEWS_MAX) : []
}

const entriesOf = (query: SavedView['query']): readonly string[] =>
  Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, i) => text === other[i])

/** Checks a stored view. Returns an empty array if it is not valid (V1). */
function viewFrom(value: unknown): SavedView[] {
  const { name, query, columns } = fieldsOf(value)
  if (!isText(name, VIEW_NAME_MAX)) return []
  const parts = Object.entries(fieldsOf(query)).filter(([, part]) => isText(part, PART_MAX))
  const names = Array.isArray(columns) ? columns.filter((one) => isText(one, VIEW_NAME_MAX)) : null
  return [
    {
      name,
      query: Object.fromEntries(parts) as Record<string, string>,
      columns: names === null ? null : names.slice(0, COLUMNS_MAX),
    },
  ]
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= max
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
