import { signal } from '@preact/signals'
import { readStoredJson, store } from '../link/browser-storage.js'
import { after } from '../link/clock.js'
import { call } from '../link/rest.js'
import { own, ownKey } from '../link/side.js'
import { refusalWords } from '../text/refusals.js'
import { words } from '../text/words.js'
import { say } from './notes.js'
import { session } from './session.js'

/**
 * Preferences that the server stores with the account, the same on every device.
 *
 * - A change takes effect at once and is stored on this device. The server receives it soon after.
 * - If another device has saved meanwhile, the changes of this one are applied on top of what it
 *   saved.
 * - If the server does not accept a change, because it is unavailable or full or the session is
 *   view-only, the change stays on this device.
 */
export type Preferences = Readonly<Record<string, unknown>>
type Change = (content: Preferences) => Preferences

interface Stored {
  readonly version: number
  readonly content: Preferences
}

const SAVE_AFTER_MS = 700
const AGAIN_MS = 10_000
const TRIES = 4

export const preferences = signal<Preferences>({})
let base: Stored = { version: 0, content: {} }
let changes: readonly Change[] = []
let stopTimer: () => void = () => undefined
let isSaving = false

const key = () =>
  `${ownKey('preferences')}.${session.value?.login}${session.value?.read_only === true ? '.look' : ''}`

/** The preferences on this device. `isAhead` means that the server does not have them yet. */
interface OnDevice extends Stored {
  readonly isAhead: boolean
}

/** Reads the stored preferences. Called after each connect. */
export async function readPreferences(): Promise<void> {
  const device = readStoredJson<OnDevice | null>(key(), null)
  if (changes.length === 0 && device !== null) preferences.value = device.content
  if (!(await readBase())) return
  const isLost = changes.length === 0 && device?.isAhead === true
  if (isLost && (session.value?.read_only === true || device.version === base.version)) {
    changes = [() => device.content]
  }
  show()
  saveSoon(0)
}

export function changePreferences(change: Change): void {
  changes = [...changes, change]
  show()
  saveSoon(SAVE_AFTER_MS)
}

function show(): void {
  const content = changes.reduce((made, change) => change(made), base.content)
  preferences.value = content
  store(key(), JSON.stringify({ version: base.version, content, isAhead: changes.length > 0 }))
}

async function readBase(): Promise<boolean> {
  const answer = await call(own('GET /trader/v1/me/preferences'))
  if (answer.ok) base = { version: answer.data.version, content: answer.data.content }
  return answer.ok
}

function saveSoon(ms: number): void {
  stopTimer()
  if (changes.length > 0 && session.value?.read_only !== true)
    stopTimer = after(ms, () => void save())
}

async function save(): Promise<void> {
  if (isSaving) return saveSoon(SAVE_AFTER_MS)
  isSaving = true
  try {
    for (let tries = 0; tries < TRIES && changes.length > 0; tries++) {
      const taken = changes.length
      const content = changes.reduce((made, change) => change(made), base.content)
      const body = { content, expected_version: base.version }
      const answer = await call(own('PUT /trader/v1/me/preferences'), { body })
      if (answer.ok) {
        base = { version: answer.data.version, content }
        changes = changes.slice(taken)
        show()
      } else if (answer.status === 409) await readBase()
      else if (answer.status === 400) {
        say('bad', words.value.notKept, refusalWords(answer.code, answer.message, answer.data))
        return
      } else return saveSoon(AGAIN_MS)
    }
  } finally {
    isSaving = false
  }
}
