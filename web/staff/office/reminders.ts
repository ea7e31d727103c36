import { computed, effect, signal, untracked } from '@preact/signals'
import { after, serverNow } from '../../link/clock.js'
import { keep, keptJson } from '../../link/kept.js'
import { newId } from '../../link/random.js'
import { ownKey } from '../../link/side.js'
import { say } from '../../state/notes.js'
import { changePreferences, preferences } from '../../state/preferences.js'
import { reminderWords } from '../../text/desk/reminder-words.js'
import { goTo } from '../place.js'
import { kindOf } from '../settings/settings-kinds.js'
import { takeBack, type Values } from '../settings/taken-back.js'

/**
 * What somebody wants to be reminded of, and when; the account stores it for every device.
 *
 *   R1. It stays until it is taken off, also when its time is over.
 *   R2. At its time a note says so on the device where it was made, and on each that opens the desk, or has its line again, after that.
 */
export interface Reminder {
  readonly id: string
  readonly text: string
  /** UTC text. */
  readonly at: string
  /** The place that it leads to; empty for none. */
  readonly address: string
  /** A record of settings that is to be as it was, and its values of then. */
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
/** Preferences have a bound of their own: of larger values the reminder leads to the record alone. */
const BACK_CHARS_MAX = 2_000
/** Timers of browsers count to 24 days. */
const LOOK_MS = 3_600_000

export const reminders = computed((): readonly Reminder[] =>
  listOf(preferences.value[KEY]).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
)

/** Counts the times at which one came due. */
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

/** R1. */
export function removeReminder(id: string): void {
  change((all) => all.filter((one) => one.id !== id))
}

/** Goes where it leads; a record that is to be as it was is opened with its values of then, which nothing saves by itself. */
export function followReminder({ address, back }: Reminder): void {
  const kind = back === undefined ? undefined : kindOf(back.kind)
  if (back !== undefined && kind !== undefined) takeBack(kind, back.id, back.values)
  if (address !== '') goTo(address)
}

/** Tells of each at its time, as long as it is followed. */
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

/** R2. */
function tell(reminder: Reminder): void {
  const key = ownKey('reminded')
  const told = keptJson<readonly string[]>(key, [])
  if (told.includes(reminder.id)) return
  keep(key, JSON.stringify([...told, reminder.id].slice(-REMINDERS_MAX)))
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
    // Preferences are what any program of the account has written: it leads to a place of the desk or nowhere.
    (address === '' || String(address).startsWith('/desk/')) &&
    !Number.isNaN(Date.parse(at as string))
  )
}
