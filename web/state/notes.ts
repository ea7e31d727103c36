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
const SHOWN_MAX = 4
let last = 0

export const notes = signal<readonly Note[]>([])

export function say(
  kind: Note['kind'],
  title: string,
  text = '',
  act: NoteAct | null = null,
): void {
  const id = ++last
  notes.value = [...notes.value, { id, kind, title, text, act }].slice(-SHOWN_MAX)
  if (kind === 'bad') after(3 * SHOWN_MS, () => dismiss(id))
  else if (kind !== 'alert') after(SHOWN_MS, () => dismiss(id))
}

export function dismiss(id: number): void {
  notes.value = notes.value.filter((note) => note.id !== id)
}
