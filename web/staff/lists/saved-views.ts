import { changePreferences, preferences } from '../../state/preferences.js'

/**
 * Saved views of lists: filter and sort order as they appear in the address, and the columns. The
 * server stores them with the login, so every device has them.
 *
 * V1. View names are unique within a list. Saving under an existing name replaces that view.
 * V2. A view may have been saved by another version of the page: its values are checked, and
 *     unknown columns are ignored when the list is drawn.
 * V3. If two devices save the last view at the same time, both are kept. So there may be more than
 *     `VIEWS_MAX`, and saving a new one is refused until enough are deleted.
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
const READ_MAX = 2 * VIEWS_MAX
export const VIEW_NAME_MAX = 40
const PART_MAX = 512
const COLUMNS_MAX = 64

export function savedViews(list: string): readonly SavedView[] {
  const all = fieldsOf(preferences.value[KEY])[list]
  return Array.isArray(all) ? all.flatMap(viewFrom).slice(0, READ_MAX) : []
}

/** Saves a view and replaces one with the same name (V1). */
export function saveView(list: string, view: SavedView): void {
  change(list, (views) => [...views.filter(({ name }) => name !== view.name), view])
}

export function removeView(list: string, name: string): void {
  change(list, (views) => views.filter((view) => view.name !== name))
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
    const views = Array.isArray(kept[list]) ? kept[list].flatMap(viewFrom) : []
    const sorted = make(views).toSorted((a, b) => a.name.localeCompare(b.name))
    return { ...content, [KEY]: { ...kept, [list]: sorted.slice(0, READ_MAX) } }
  })
}

const entriesOf = (query: SavedView['query']): readonly string[] =>
  Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, i) => text === other[i])

/** Checks a stored view. Returns an empty array if it is not valid (V2). */
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
