import { computed } from '@preact/signals'
import { changePreferences, preferences } from '../state/preferences.js'

/**
 * Keys that a person has set instead of those of the desk. The server stores them with the login,
 * so every device has them.
 *
 * - An action is named by the key that it has without a change, such as `p`. Letters mean both
 *   cases.
 * O2. A key has one action. A key whose action has another key does nothing.
 */
/** The actions whose keys people can change, each with its key without a change. */
export const ACTION_KEYS = {
  filter: '/',
  go: 'g',
  previousRecord: '<',
  nextRecord: '>',
  again: 'r',
  jump: 'j',
  help: '?',
  why: 'w',
  copyText: 'c',
  previousPart: '[',
  nextPart: ']',
  pay: 'p',
  trade: 't',
  message: 'm',
  edit: 'e',
  history: 'h',
  requote: 'q',
  reject: 'x',
  giveBack: 'l',
} as const

const CHANGEABLE: readonly string[] = Object.values(ACTION_KEYS)

const KEY = 'hotkeys'
/** A letter or a sign. Digits choose parts, `#` a place in a list of settings, `+` and `-` zoom. */
const POSSIBLE = /^(?![\d#+-])[\p{L}\p{P}\p{S}]$/u

/** The own keys by the keys of the desk. Entries of another version of the page are checked. */
const own = computed((): ReadonlyMap<string, string> => mapOf(preferences.value[KEY]))

export const hasOwnKeys = computed(() => own.value.size > 0)

/** The key that an action has now, as the page prints it. */
export function keyFor(ofDesk: string): string {
  const key = own.value.get(ofDesk.toLowerCase()) ?? ofDesk
  const upper = key.toUpperCase()
  return upper.length === 1 ? upper : key
}

/** The key of the desk for a pressed key; empty if the pressed one has no action any more (O2). */
export function meantKey(pressed: string): string {
  if (pressed.length !== 1 || own.value.size === 0) return pressed
  const key = pressed.toLowerCase()
  const found = [...own.value].find(([, mine]) => mine === key)
  return found?.[0] ?? (own.value.has(key) ? '' : pressed)
}

/** Why a key cannot be set for an action: it is no single letter or sign, or it has this action. */
export type KeyFault = 'impossible' | { readonly takenBy: string }

/** Sets the key of an action. Returns why not. */
export function setOwnKey(ofDesk: string, typed: string): KeyFault | null {
  const key = typed.toLowerCase()
  if (!POSSIBLE.test(key)) return 'impossible'
  const takenBy = CHANGEABLE.find((one) => one !== ofDesk && (own.value.get(one) ?? one) === key)
  if (takenBy !== undefined) return { takenBy }
  changePreferences((content) => {
    const { [ofDesk]: _, ...others } = Object.fromEntries(mapOf(content[KEY]))
    return { ...content, [KEY]: key === ofDesk ? others : { ...others, [ofDesk]: key } }
  })
  return null
}

export function restoreKeys(): void {
  changePreferences(({ [KEY]: _, ...content }) => content)
}

function mapOf(kept: unknown): ReadonlyMap<string, string> {
  if (typeof kept !== 'object' || kept === null) return new Map()
  const known = Object.entries(kept).filter(
    ([ofDesk, key]) => CHANGEABLE.includes(ofDesk) && typeof key === 'string' && POSSIBLE.test(key),
  )
  return new Map(known as [string, string][])
}
