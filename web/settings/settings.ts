import { computed, effect, signal } from '@preact/signals'
import { LANGUAGES, type Language } from '../generated/languages.js'
import { keep, keptJson, onKept } from '../link/kept.js'

/** The settings of this device. */
export interface DeviceSettings {
  readonly theme: 'system' | 'light' | 'dark'
  readonly language: Language
  readonly times: 'local' | 'utc' | 'server'
  /** Orders at one press, up to so many lots; off until its terms are accepted. */
  readonly oneClick: boolean
  readonly oneClickMax: string
  /** Whether a line that was drawn to another price is asked back: never, above so many lots, always. */
  readonly askDrags: 'never' | 'above' | 'always'
  readonly askDragsAbove: string
  readonly sound: boolean
  /** Keys without Ctrl or Alt do something; who speaks to the machine turns them off. */
  readonly keys: boolean
  /** Keys buy, sell, close and reverse; all of them have Shift, Alt or Ctrl. */
  readonly tradeKeys: boolean
  readonly symbol: string
  readonly timeframe: string
  /** Lots of the ticket, by symbol. */
  readonly volumes: Readonly<Record<string, string>>
  /** The unit in which stops of a ticket are typed. */
  readonly stopUnit: 'price' | 'points' | 'money'
  readonly tab: string
  /** The order of the tabs below, by names; those left out come last. */
  readonly tabs: readonly string[]
  /** Positions of one symbol and side are one row. */
  readonly isGrouped: boolean
  readonly indicators: readonly string[]
  readonly ladder: boolean
  /** Points from one row of the ladder to the next. */
  readonly ladderStep: number
  /** The watchlist that is shown; 0 is the first. */
  readonly list: number
  /** The line of the ask on charts. */
  readonly askLine: boolean
  readonly chartKind: ChartKind
  /** Lines of orders and positions stay where they are on charts. */
  readonly isLocked: boolean
  readonly charts: 1 | 2 | 4
  /** The other charts; the chosen one shows `symbol` and `timeframe`. */
  readonly slots: readonly ChartSlot[]
  readonly slot: number
  /** Widths of both columns in pixels, and the height of the part below in hundredths of the page. */
  readonly watchPx: number
  readonly ticketPx: number
  readonly bottomShare: number
  /** The market stands on the right and the ticket on the left. */
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

/** The language of the pages that an address of a language like `de-AT` means. */
function knownLanguage(tag: string): Language | undefined {
  const known = Object.keys(LANGUAGES) as Language[]
  return known.find((one) => one === tag) ?? known.find((one) => tag.startsWith(`${one}-`))
}

/** A window that shows one chart: what is set there is its own, and nothing that it keeps. */
const asked = new URLSearchParams(location.search)
export const detachedSymbol = asked.get('panel') === 'chart' ? (asked.get('symbol') ?? '') : null

const lastTime = keptJson<Partial<DeviceSettings>>('settings', {})

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

/** Whether the pages are dark now, by the device or by choice. */
export const isDark = computed(() => {
  const { theme } = settings.value
  return theme === 'system' ? isSystemDark.value : theme === 'dark'
})

/** The language that an address names, on a device where nobody has chosen one. */
export function offerLanguage(tag: string): void {
  const language = knownLanguage(tag)
  if (language === undefined || lastTime.language !== undefined) return
  settings.value = { ...settings.value, language }
}

/** Keeps what changes, and nothing over what another window has kept since. */
export function set(change: Partial<DeviceSettings>): void {
  settings.value = { ...settings.value, ...change }
  if (detachedSymbol !== null) return
  keep(
    'settings',
    JSON.stringify({ ...keptJson<Partial<DeviceSettings>>('settings', {}), ...change }),
  )
}

/** What keeps a trader from losing money is one on a device; all else of a window stays as it is until it is opened anew. */
const SHARED = ['oneClick', 'oneClickMax', 'askDrags', 'askDragsAbove', 'tradeKeys'] as const

onKept('settings', () => {
  const kept = keptJson<Partial<DeviceSettings>>('settings', {})
  const shared = SHARED.map((name) => [name, kept[name] ?? settings.value[name]] as const)
  settings.value = {
    ...settings.value,
    ...Object.fromEntries(shared),
    volumes: otherVolumes(kept.volumes ?? {}),
  }
})

/** Lots of other windows; those of the symbol that is shown here change under nobody's hand. */
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
