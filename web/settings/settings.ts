import { computed, effect, signal } from '@preact/signals'
import { LANGUAGES, type Language } from '../generated/languages.js'
import { onStoredChange, readStoredJson, store } from '../link/browser-storage.js'

export interface DeviceSettings {
  readonly theme: 'system' | 'light' | 'dark'
  readonly language: Language
  readonly times: 'local' | 'utc' | 'server'
  /** One-click trading and its largest volume in lots; off until the trader accepts the terms. */
  readonly oneClick: boolean
  readonly oneClickMax: string
  /** Whether dragging a line needs confirmation: never, above a volume in lots, or always. */
  readonly askDrags: 'never' | 'above' | 'always'
  readonly askDragsAbove: string
  readonly sound: boolean
  /** Shortcuts without Ctrl or Alt. Users of speech input turn them off. */
  readonly keys: boolean
  /** Shortcuts that buy, sell, close and reverse; all of them need Shift, Alt or Ctrl. */
  readonly tradeKeys: boolean
  readonly symbol: string
  readonly timeframe: string
  /** The ticket's volume in lots by symbol. */
  readonly volumes: Readonly<Record<string, string>>
  /** The unit in which stops are typed in the ticket. */
  readonly stopUnit: 'price' | 'points' | 'money'
  readonly tab: string
  /** The order of the tabs of the bottom panel; tabs that are not listed come last. */
  readonly tabs: readonly string[]
  /** Whether positions of the same symbol and side are grouped in one row. */
  readonly isGrouped: boolean
  readonly indicators: readonly string[]
  readonly ladder: boolean
  /** The price step of the ladder in points. */
  readonly ladderStep: number
  /** The id of the selected watchlist; 0 means the first one. */
  readonly list: number
  /** Whether charts show a line at the ask. */
  readonly askLine: boolean
  readonly chartKind: ChartKind
  /** Whether lines of orders and positions on charts cannot be moved. */
  readonly isLocked: boolean
  readonly charts: 1 | 2 | 4
  /** The other charts. The selected one shows `symbol` and `timeframe`. */
  readonly slots: readonly ChartSlot[]
  readonly slot: number
  /**
   * The widths of both columns in pixels, and the height of the bottom panel in percent of the
   * page.
   */
  readonly watchPx: number
  readonly ticketPx: number
  readonly bottomShare: number
  /** Whether the watchlist is on the right and the ticket on the left. */
  readonly isSwapped: boolean
  readonly density: 'normal' | 'dense'
}

export const CHART_KINDS = ['candles', 'bars', 'line'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

export interface ChartSlot {
  readonly symbol: string
  readonly timeframe: string
}

const FIRST: DeviceSettings = {
  theme: 'system',
  language: knownLanguage(navigator.language) ?? 'en',
  times: 'local',
  oneClick: false,
  oneClickMax: '1',
  askDrags: 'above',
  askDragsAbove: '1',
  sound: false,
  keys: true,
  tradeKeys: false,
  symbol: '',
  timeframe: 'M1',
  volumes: {},
  stopUnit: 'price',
  tab: 'positions',
  tabs: [],
  isGrouped: false,
  indicators: [],
  ladder: false,
  ladderStep: 5,
  list: 0,
  askLine: false,
  chartKind: 'candles',
  isLocked: false,
  charts: 1,
  slots: [],
  slot: 0,
  watchPx: 292,
  ticketPx: 290,
  bottomShare: 34,
  isSwapped: false,
  density: 'normal',
}

/** The available language for a tag such as `de-AT`. */
function knownLanguage(tag: string): Language | undefined {
  const known = Object.keys(LANGUAGES) as Language[]
  return known.find((one) => one === tag) ?? known.find((one) => tag.startsWith(`${one}-`))
}

/** A window with a single chart has separate settings and stores none. */
const asked = new URLSearchParams(location.search)
export const detachedSymbol = asked.get('panel') === 'chart' ? (asked.get('symbol') ?? '') : null

const lastTime = readStoredJson<Partial<DeviceSettings>>('settings', {})

export const settings = signal<DeviceSettings>({
  ...FIRST,
  ...lastTime,
  // An earlier build may have had more languages.
  language: knownLanguage(lastTime.language ?? '') ?? FIRST.language,
  ...(detachedSymbol === null ? {} : { symbol: detachedSymbol, charts: 1 as const }),
})

const system = matchMedia('(prefers-color-scheme: dark)')
const isSystemDark = signal(system.matches)
system.addEventListener('change', () => {
  isSystemDark.value = system.matches
})

/** Whether the pages are dark, by the system's theme or by choice. */
export const isDark = computed(() => {
  const { theme } = settings.value
  return theme === 'system' ? isSystemDark.value : theme === 'dark'
})

/** Uses the language in the address if the user has not chosen one on this device. */
export function offerLanguage(tag: string): void {
  const language = knownLanguage(tag)
  if (language === undefined || lastTime.language !== undefined) return
  settings.value = { ...settings.value, language }
}

/** Stores changed settings without overwriting what another window has stored since. */
export function set(change: Partial<DeviceSettings>): void {
  settings.value = { ...settings.value, ...change }
  if (detachedSymbol !== null) return
  store(
    'settings',
    JSON.stringify({ ...readStoredJson<Partial<DeviceSettings>>('settings', {}), ...change }),
  )
}

/**
 * Settings that protect a trader's money. A change applies to all windows at once; other settings
 * change when a window reloads.
 */
const SHARED = ['oneClick', 'oneClickMax', 'askDrags', 'askDragsAbove', 'tradeKeys'] as const

onStoredChange('settings', () => {
  const kept = readStoredJson<Partial<DeviceSettings>>('settings', {})
  const shared = SHARED.map((name) => [name, kept[name] ?? settings.value[name]] as const)
  settings.value = {
    ...settings.value,
    ...Object.fromEntries(shared),
    volumes: otherVolumes(kept.volumes ?? {}),
  }
})

/**
 * Volumes from other windows. The volume of the current symbol is not changed while the user sees
 * it.
 */
function otherVolumes(kept: DeviceSettings['volumes']): DeviceSettings['volumes'] {
  const { symbol, volumes } = settings.value
  const { [symbol]: _, ...others } = kept
  const own = volumes[symbol]
  return own === undefined ? others : { ...others, [symbol]: own }
}

effect(() => {
  const { theme, language, density } = settings.value
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  root.lang = language
  root.dataset['density'] = density
})
