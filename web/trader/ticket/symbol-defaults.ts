import { computed, effect, signal, untracked } from '@preact/signals'
import { set, settings } from '../../settings/settings.js'
import { changePreferences, preferences } from '../../state/preferences.js'
import { changeDraft, draftOf } from './ticket-draft.js'
import { setVolume } from './volumes.js'

/**
 * The ticket's initial values for a symbol; empty fields use the general ones. Stored with the
 * account.
 */
interface SymbolDefaults {
  readonly lots: string
  /** The default distances of stops from the price, in points. */
  readonly stop: string
  readonly target: string
}

const KEY = 'symbols'
const KEPT_MAX = 200
const NONE: SymbolDefaults = { lots: '', stop: '', target: '' }

const all = computed<Readonly<Record<string, SymbolDefaults>>>(() => {
  const kept = preferences.value[KEY]
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept)
    ? (kept as Readonly<Record<string, SymbolDefaults>>)
    : {}
})

export function defaultsOf(symbol: string): SymbolDefaults {
  const { lots, stop, target } = { ...NONE, ...all.value[symbol] }
  return { lots: String(lots), stop: String(stop), target: String(target) }
}

export function keepDefaults(symbol: string, own: SymbolDefaults): void {
  const isNone = Object.values(own).every((text) => text === '')
  changePreferences((content) => {
    const { [symbol]: before, ...others } = (content[KEY] ?? {}) as Record<string, SymbolDefaults>
    const kept = Object.fromEntries(Object.entries(others).slice(-KEPT_MAX + 1))
    return { ...content, [KEY]: isNone ? kept : { ...kept, [symbol]: own } }
  })
}

/** The symbol whose page is open. */
export const symbolPage = signal<string | null>(null)

/**
 * Fills the ticket with the defaults whenever another symbol is selected, without overwriting a
 * typed stop. Returns a function that stops it.
 */
export function followDefaults(): () => void {
  let taken = ''
  return effect(() => {
    const { symbol } = settings.value
    const own = defaultsOf(symbol)
    const name = `${symbol} ${own.lots} ${own.stop} ${own.target}`
    if (name === taken) return
    taken = name
    untracked(() => take(symbol, own))
  })
}

function take(symbol: string, { lots, stop, target }: SymbolDefaults): void {
  if (lots !== '') setVolume(symbol, lots)
  const draft = draftOf(symbol)
  if ((stop === '' && target === '') || draft.stop !== '' || draft.target !== '') return
  set({ stopUnit: 'points' })
  changeDraft(symbol, { stop, target })
}
