import { signal } from '@preact/signals'
import { after } from '../link/clock.js'

/** What the terminal says in its corner: a fill, a refusal, a margin call. */
export interface Note {
  readonly id: number
  /** An alert stays until it is closed. */
  readonly kind: 'good' | 'bad' | 'plain' | 'alert'
  readonly title: string
  readonly text: string
  /** What would mend it, at a press. */
  readonly act: NoteAct | null
}

export interface NoteAct {
  readonly label: string
  run(): void
}

const SHOWN_MS = 6_000
/** So long a change that was made by hand may be taken back. */
export const UNDO_MS = 10_000
const SHOWN_MAX = 4
let last = 0

export const notes = signal<readonly Note[]>([])

export function say(
  kind: Note['kind'],
  title: string,
  text = '',
  act: NoteAct | null = null,
  shownMs = kind === 'bad' ? 3 * SHOWN_MS : SHOWN_MS,
): void {
  const id = ++last
  notes.value = [...notes.value, { id, kind, title, text, act }].slice(-SHOWN_MAX)
  if (kind !== 'alert') after(shownMs, () => dismiss(id))
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id)
}
