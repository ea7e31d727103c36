import { signal } from '@preact/signals'
import { after, monotonic } from '../link/clock.js'

/**
 * What the terminal says in its corner: a fill, a refusal, a change that may be taken back.
 *
 *   N1. Notes of one kind and title are one, with their count and their last lines. One that can be taken back, or
 *       mended, stands alone; the next about the same thing takes its place.
 *   N2. An alert stays until somebody closes it. Others go by themselves, but not while pointer or focus is on them.
 */
export interface Note {
  readonly id: number
  /** When it was said, by the clock of the page. */
  readonly at: number
  readonly kind: 'good' | 'bad' | 'plain' | 'alert'
  readonly title: string
  /** The last things said, the newest last. */
  readonly texts: readonly string[]
  readonly count: number
  /** The subject of the note: a newer note about the same one takes its place. */
  readonly about: string | null
  /** An act that corrects or undoes it at a press. */
  readonly act: NoteAct | null
}

export interface NoteAct {
  readonly label: string
  /** Whether it undoes what was done. */
  readonly isUndo?: boolean
  /** Whether it could be done now; always, where it says nothing. */
  isPossible?(): boolean
  run(): void
}

const SHOWN_MS = 6_000
/** How long a change made by hand can be undone. */
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

/** The newest of them. */
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

/** Somebody points at the notes, or is in them with the focus. */
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

/** Takes back the newest change that a note still offers to take back; false where there is none since that moment. */
export function undoNewest(since: number): boolean {
  const note = notes.value.findLast(({ act }) => act?.isUndo === true)
  if (note === undefined || note.at < since) return false
  pressAct(note)
  return true
}
