import { computed } from '@preact/signals'
import { type DeviceSettings, set, settings } from '../settings/settings.js'
import { changePreferences, preferences } from '../state/preferences.js'

/** Arrangements of panels. Named ones are stored with the account, the same on every device. */
type View = Pick<
  DeviceSettings,
  | 'charts'
  | 'slots'
  | 'ladder'
  | 'watchPx'
  | 'ticketPx'
  | 'bottomShare'
  | 'indicators'
  | 'isSwapped'
  | 'tabs'
>

interface Layout {
  readonly name: string
  readonly view: View
}

const LAYOUTS_MAX = 20
export const LAYOUT_NAME_MAX = 32

const COLUMNS = {
  watchPx: 292,
  ticketPx: 290,
  bottomShare: 34,
  slots: [],
  indicators: [],
  isSwapped: false,
  tabs: [],
} as const
export const PRESETS: Readonly<Record<'classic' | 'charts' | 'scalper', View>> = {
  classic: { ...COLUMNS, charts: 1, ladder: false },
  charts: { ...COLUMNS, charts: 4, ladder: false, ticketPx: 260, bottomShare: 24 },
  scalper: { ...COLUMNS, charts: 1, ladder: true, watchPx: 280, ticketPx: 340, bottomShare: 24 },
}

export const layouts = computed<readonly Layout[]>(() => {
  const { layouts: kept } = preferences.value
  return Array.isArray(kept) ? (kept as readonly unknown[]).filter(isLayout) : []
})

/** Whether a stored layout is valid; another version of the page may have stored it. */
function isLayout(one: unknown): one is Layout {
  const { name, view } = (one ?? {}) as { readonly name?: unknown; readonly view?: unknown }
  if (typeof name !== 'string' || typeof view !== 'object' || view === null) return false
  return [1, 2, 4].includes((view as { readonly charts?: number }).charts ?? 0)
}

export function showLayout(view: View): void {
  set({ ...viewOf({ ...PRESETS.classic, ...view }), slot: 0 })
}

function viewOf(from: View): View {
  const { charts, slots, ladder, watchPx, ticketPx, bottomShare, indicators, isSwapped, tabs } =
    from
  return { charts, slots, ladder, watchPx, ticketPx, bottomShare, indicators, isSwapped, tabs }
}

/** Stores the layout under a name, replacing one with the same name. */
export function keepLayout(name: string): void {
  const view = viewOf(settings.value)
  change((kept) => [...kept.filter((one) => one.name !== name), { name, view }].slice(-LAYOUTS_MAX))
}

export function dropLayout(name: string): void {
  change((kept) => kept.filter((one) => one.name !== name))
}

function change(made: (kept: readonly Layout[]) => readonly Layout[]): void {
  changePreferences((content) => {
    const { layouts: kept } = content
    const before = Array.isArray(kept) ? (kept as readonly unknown[]).filter(isLayout) : []
    return { ...content, layouts: made(before) }
  })
}
