import { computed } from '@preact/signals'
import { changePreferences, preferences } from '../state/preferences.js'

/** Actions with keyboard shortcuts. The server stores the trader's own shortcuts with the account. */
export const KEY_ACTS = [
  'search',
  'ticket',
  'buySide',
  'sellSide',
  'buy',
  'sell',
  'close',
  'closeHalf',
  'reverse',
  'centre',
  'help',
] as const
export type KeyAct = (typeof KEY_ACTS)[number]

const FIRST: Readonly<Record<KeyAct, string>> = {
  search: '/',
  ticket: 'Alt+N',
  buySide: 'Alt+B',
  sellSide: 'Alt+S',
  buy: 'Shift+B',
  sell: 'Shift+S',
  close: 'Shift+X',
  closeHalf: 'Shift+C',
  reverse: 'Shift+R',
  centre: 'Alt+L',
  help: '?',
}

const TRADING: ReadonlySet<KeyAct> = new Set<KeyAct>([
  'buySide',
  'sellSide',
  'buy',
  'sell',
  'close',
  'closeHalf',
  'reverse',
])

/**
 * Whether the action trades or focuses a trading button. Its shortcut works only with the setting
 * `tradeKeys`.
 */
export function isTrading(act: KeyAct): boolean {
  return TRADING.has(act)
}

/** Plain letters are reserved for the symbol search, and shortcuts that trade need Shift or Alt. */
export function mayHaveKey(act: KeyAct, key: string): boolean {
  if (key === '') return true
  return isTrading(act) ? /^(Shift|Alt)\+/.test(key) : !/^\p{L}$/u.test(key)
}

/**
 * The shortcut of each action; empty for none. An action loses its default shortcut if the trader
 * assigns it to another.
 */
export const keyOf = computed<Readonly<Record<KeyAct, string>>>(() => {
  const own = chosen()
  const taken = Object.values(own)
  const keys = KEY_ACTS.map((act) => [
    act,
    own[act] ?? (taken.includes(FIRST[act]) ? '' : FIRST[act]),
  ])
  return Object.fromEntries(keys) as Record<KeyAct, string>
})

/**
 * The stored shortcuts. Plain letters, which were allowed earlier, are replaced by the action's
 * default.
 */
function chosen(): Partial<Record<KeyAct, string>> {
  const { hotkeys } = preferences.value
  if (typeof hotkeys !== 'object' || hotkeys === null) return {}
  const known = Object.entries(hotkeys).filter(
    ([act, key]) =>
      KEY_ACTS.includes(act as KeyAct) && typeof key === 'string' && mayHaveKey(act as KeyAct, key),
  )
  return Object.fromEntries(known)
}

/**
 * The name of a shortcut: `B`, `Shift+B`, `Alt+B`, `/`; null for reserved keys and for a modifier
 * without a key.
 */
export function keyName(event: KeyboardEvent): string | null {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event
  if (ctrlKey || metaKey) return null
  if (altKey) {
    // Alt changes the character of some keys, so the key code is used.
    // Alt+P is reserved for announcing prices.
    const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : /^Key([A-Z])$/.exec(code)?.[1]
    return letter === undefined || letter === 'P' || shiftKey ? null : `Alt+${letter}`
  }
  if (/^F([1-9]|1[0-2])$/.test(key)) return shiftKey ? `Shift+${key}` : key
  if ([...key].length !== 1 || key === ' ' || /\d/.test(key)) return null
  const isLetter = /^\p{L}$/u.test(key)
  return isLetter ? `${shiftKey ? 'Shift+' : ''}${key.toUpperCase()}` : key
}

export function actOf(key: string): KeyAct | undefined {
  return KEY_ACTS.find((act) => keyOf.value[act] === key)
}

/** Assigns a shortcut to an action; another action with this shortcut loses it. */
export function chooseKey(act: KeyAct, key: string): void {
  const before = actOf(key)
  const freed = before === undefined || before === act ? {} : { [before]: '' }
  changePreferences((content) => {
    const { hotkeys } = content
    const kept = typeof hotkeys === 'object' && hotkeys !== null ? hotkeys : {}
    return { ...content, hotkeys: { ...kept, ...freed, [act]: key } }
  })
}

export function resetKeys(): void {
  changePreferences(({ hotkeys, ...content }) => content)
}
