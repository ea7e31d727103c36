import { changePreferences, preferences } from '../../state/preferences.js'

/**
 * Views of a list that staff have saved: the filter and the order as the address has them, and the columns. The login
 * stores them for every device.
 *
 *   V1. A list has one view of a name: saving another one replaces it.
 *   V2. A view of another version of the page is read with care, and its unknown columns are left out where they are drawn.
 */
export interface SavedView {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  /** Names of the columns in their order; null of a view without columns, which leaves those of the list. */
  readonly columns: readonly string[] | null
}

const KEY = 'views'
export const VIEWS_MAX = 20
export const VIEW_NAME_MAX = 40
const PART_MAX = 512
const COLUMNS_MAX = 64

export function savedViews(list: string): readonly SavedView[] {
  const all = fieldsOf(preferences.value[KEY])[list]
  return Array.isArray(all) ? all.flatMap(viewFrom).slice(0, VIEWS_MAX) : []
}

/** V1. */
export function saveView(list: string, view: SavedView): void {
  change(list, (views) => [...views.filter(({ name }) => name !== view.name), view])
}

export function removeView(list: string, name: string): void {
  change(list, (views) => views.filter((view) => view.name !== name))
}

/** Whether a list shows what the view says. */
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
    return { ...content, [KEY]: { ...kept, [list]: sorted.slice(0, VIEWS_MAX) } }
  })
}

const entriesOf = (query: SavedView['query']): readonly string[] =>
  Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, i) => text === other[i])

/** V2. */
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
