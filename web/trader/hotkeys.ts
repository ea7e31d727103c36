import { computed } from '@preact/signals'
import { changePreferences, preferences } from '../state/preferences.js'

/** The acts of keys; the account stores the keys that a trader has chosen, for every device. */
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
  ticket: 'N',
  buySide: 'B',
  sellSide: 'S',
  buy: 'Shift+B',
  sell: 'Shift+S',
  close: 'C',
  closeHalf: 'Shift+C',
  reverse: 'R',
  centre: 'L',
  help: '?',
}

/** The key of each act; an empty one has none. */
export const keyOf = computed<Readonly<Record<KeyAct, string>>>(() => ({ ...FIRST, ...chosen() }))

function chosen(): Partial<Record<KeyAct, string>> {
  const { hotkeys } = preferences.value
  if (typeof hotkeys !== 'object' || hotkeys === null) return {}
  const known = Object.entries(hotkeys).filter(
    ([act, key]) => KEY_ACTS.includes(act as KeyAct) && typeof key === 'string',
  )
  return Object.fromEntries(known)
}

/** `Shift+B`, `7`, `/`; null for keys that stand for something else, and for modifiers alone. */
export function keyName({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): string | null {
  if (ctrlKey || altKey || metaKey) return null
  if (/^F([1-9]|1[0-2])$/.test(key)) return shiftKey ? `Shift+${key}` : key
  if ([...key].length !== 1 || key === ' ' || /\d/.test(key)) return null
  const isLetter = key.toLowerCase() !== key.toUpperCase()
  return isLetter ? `${shiftKey ? 'Shift+' : ''}${key.toUpperCase()}` : key
}

export function actOf(key: string): KeyAct | undefined {
  return KEY_ACTS.find((act) => keyOf.value[act] === key)
}

/** Gives a key to an act; another act that had this key loses it. */
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
