import { computed, effect, signal, untracked } from '@preact/signals'
import { readStoredJson, store } from '../../link/browser-storage.js'
import { after, serverNow } from '../../link/clock.js'
import { newId } from '../../link/random.js'
import { ownKey } from '../../link/side.js'
import { say } from '../../state/notes.js'
import { changePreferences, preferences } from '../../state/preferences.js'
import { reminderWords } from '../../text/desk/reminder-words.js'
import { goTo } from '../place.js'
import { offerEarlierValues, type Values } from '../settings/earlier-values.js'
import { kindOf } from '../settings/settings-kinds.js'

/**
 * Reminders of a staff member. The server stores them with the login, so every device has them.
 *
 * R1. A reminder stays until staff remove it, even after its time.
 * R2. When it is due, a notification appears on the device that created it, and on other devices
 *     when they open the desk or reconnect.
 */
export interface Reminder {
  readonly id: string
  readonly text: string
  /** The time, as UTC text. */
  readonly at: string
  /** The address in the desk that it links to, or empty. */
  readonly address: string
  /** The record and its earlier values, for a reminder to undo a change of settings. */
  readonly back?: PutBack
}

interface PutBack {
  readonly kind: string
  readonly id: number | string
  readonly values: Values
}

const KEY = 'reminders'
export const REMINDERS_MAX = 30
export const REMINDER_CHARS_MAX = 200
/**
 * Preferences have a size limit. A reminder with larger values stores only the address of the
 * record.
 */
const BACK_CHARS_MAX = 2_000
/**
 * Browser timers cannot run longer than 24 days, so the next reminder is looked up at least this
 * often.
 */
const LOOK_MS = 3_600_000

export const reminders = computed((): readonly Reminder[] =>
  listOf(preferences.value[KEY]).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
)

/** Increases by one when a reminder becomes due. */
const ticks = signal(0)

export const dueReminders = computed(() => {
  const now = ticks.value >= 0 ? serverNow() : 0
  return reminders.value.filter(({ at }) => Date.parse(at) <= now)
})

export function addReminder(reminder: Omit<Reminder, 'id'>): void {
  const { back, ...plain } = reminder
  const isKept = back !== undefined && JSON.stringify(back).length <= BACK_CHARS_MAX
  const added = { id: newId(), ...plain, ...(isKept ? { back } : {}) }
  change((all) => [...all, added].slice(-REMINDERS_MAX))
}

/** Removes a reminder (R1). */
export function removeReminder(id: string): void {
  change((all) => all.filter((one) => one.id !== id))
}

/**
 * Opens the reminder's address. If it has earlier values, the form opens with them, and staff still
 * have to save.
 */
export function followReminder({ address, back }: Reminder): void {
  const kind = back === undefined ? undefined : kindOf(back.kind)
  if (back !== undefined && kind !== undefined) offerEarlierValues(kind, back.id, back.values)
  if (address !== '') goTo(address)
}

/** Shows a notification for each reminder when it is due, until the returned function is called. */
export function followReminders(): () => void {
  let stop = () => {}
  const stopEffect = effect(() => {
    stop()
    const due = dueReminders.value
    untracked(() => {
      for (const reminder of due) tell(reminder)
    })
    const now = serverNow()
    const next = reminders.value.find(({ at }) => Date.parse(at) > now)
    if (next === undefined) return
    const ms = Math.min(LOOK_MS, Date.parse(next.at) - now)
    stop = after(ms, () => {
      ticks.value++
    })
  })
  return () => {
    stopEffect()
    stop()
  }
}

/** Shows the notification once per device (R2). */
function tell(reminder: Reminder): void {
  const key = ownKey('reminded')
  const told = readStoredJson<readonly string[]>(key, [])
  if (told.includes(reminder.id)) return
  store(key, JSON.stringify([...told, reminder.id].slice(-REMINDERS_MAX)))
  const { title, goThere } = reminderWords.value
  const act =
    reminder.address === '' ? null : { label: goThere, run: () => followReminder(reminder) }
  say('alert', title, reminder.text, act, 0, `reminder.${reminder.id}`)
}

function change(made: (all: readonly Reminder[]) => readonly Reminder[]): void {
  changePreferences((content) => ({ ...content, [KEY]: made(listOf(content[KEY])) }))
}

function listOf(kept: unknown): readonly Reminder[] {
  return Array.isArray(kept) ? kept.filter(isReminder) : []
}

function isReminder(one: unknown): one is Reminder {
  if (typeof one !== 'object' || one === null) return false
  const { id, text, at, address } = one as Readonly<Record<string, unknown>>
  return (
    [id, text, at, address].every((value) => typeof value === 'string') &&
    // Any program that uses the login can write preferences, so only addresses within the desk are accepted.
    (address === '' || String(address).startsWith('/desk/')) &&
    !Number.isNaN(Date.parse(at as string))
  )
}
