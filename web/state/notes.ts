import { signal } from '@preact/signals'
import { after, monotonic } from '../link/clock.js'

/**
 * Notifications in the corner of the page: fills, refusals, changes that can be undone.
 *
 * - Notifications with the same kind and title are combined, with a count and the last lines. One
 *   with an action is shown separately, and the next one about the same subject replaces it.
 * - An alert stays until the user closes it. Others disappear by themselves, but not while the
 *   pointer or the focus is on them.
 */
export interface Note {
  readonly id: number
  /** The time when it was created, on the page's clock. */
  readonly at: number
  readonly kind: 'good' | 'bad' | 'plain' | 'alert'
  readonly title: string
  /** The latest texts of the notification, the newest last. */
  readonly texts: readonly string[]
  readonly count: number
  /** The subject. A newer notification about the same subject replaces this one. */
  readonly about: string | null
  /** A button that corrects or undoes something. */
  readonly act: NoteAct | null
}

export interface NoteAct {
  readonly label: string
  readonly isUndo?: boolean
  /** Whether the action is possible at the moment. Omitted if it always is. */
  isPossible?(): boolean
  run(): void
}

const SHOWN_MS = 6_000
/** How long a manual change can be undone. */
export const UNDO_MS = 10_000
const SHOWN_MAX = 3
const ALERTS_MAX = 20
const TEXTS_MAX = 3
const HELD_MS = 1_000
let last = 0
let isHeld = false

export const notes = signal<readonly Note[]>([])

export function say(
  kind: Note['kind'],
  title: string,
  text = '',
  act: NoteAct | null = null,
  shownMs = kind === 'bad' ? 3 * SHOWN_MS : SHOWN_MS,
  about: string | null = null,
): void {
  const id = ++last
  const before = notes.value.find((note) =>
    about === null
      ? act === null && note.act === null && note.kind === kind && note.title === title
      : note.about === about,
  )
  const isSame = before !== undefined && about === null
  const said = text === '' ? [] : [text]
  const texts = isSame ? [...before.texts, ...said].slice(-TEXTS_MAX) : said
  const count = isSame ? before.count + 1 : 1
  const note = { id, at: monotonic(), kind, title, texts, count, about, act }
  notes.value = bounded([...notes.value.filter((one) => one !== before), note])
  if (kind !== 'alert') endAfter(id, shownMs)
}

/** The newest notifications, up to the maximum. */
function bounded(all: readonly Note[]): readonly Note[] {
  const isAlert = ({ kind }: Note) => kind === 'alert'
  const kept = new Set([
    ...all.filter(isAlert).slice(-ALERTS_MAX),
    ...all.filter((note) => !isAlert(note)).slice(-SHOWN_MAX),
  ])
  return all.filter((note) => kept.has(note))
}

function endAfter(id: number, ms: number): void {
  after(ms, () => {
    if (isHeld) endAfter(id, HELD_MS)
    else dismiss(id)
  })
}

/** Called when the pointer or the focus enters or leaves the notifications. */
export function holdNotes(held: boolean): void {
  isHeld = held
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id)
}

export function pressAct({ id, act }: Note): void {
  dismiss(id)
  act?.run()
}

/**
 * Undoes the newest change that a notification offers to undo; false if there is none since that
 * time.
 */
export function undoNewest(since: number): boolean {
  const note = notes.value.findLast(({ act }) => act?.isUndo === true)
  if (note === undefined || note.at < since) return false
  pressAct(note)
  return true
}
