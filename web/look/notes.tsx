import { useLayoutEffect, useRef } from 'preact/hooks'
import { settings } from '../settings/settings.js'
import { dismiss, holdNotes, type Note, notes, pressAct } from '../state/notes.js'
import { words } from '../text/words.js'
import { Icon } from './icons.js'

/** The space around notifications: to the edge of the page, and to the watchlist. */
const EDGE_PX = 12

/**
 * Notifications below the watchlist, which reserves space for them (`--notes`), so that they cover
 * no rows, charts or trading buttons. Screen readers announce fills politely and refusals at once.
 * On a phone the newest is a line over the header.
 */
export function Notes() {
  const { watchPx, isSwapped } = settings.value
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (box.current === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      style.setProperty('--notes', height === 0 ? '0px' : `${Math.ceil(height) + EDGE_PX}px`)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={box}
      class={`notes ${isSwapped ? 'swapped' : ''}`}
      style={{ '--watch': `${watchPx}px` }}
      aria-label={words.value.inbox.notices}
      onPointerEnter={() => holdNotes(true)}
      onPointerLeave={() => holdNotes(false)}
      onFocusIn={() => holdNotes(true)}
      onFocusOut={() => holdNotes(false)}
      onKeyDown={(event) => {
        const box = (event.target as HTMLElement).closest<HTMLElement>('[data-note]')
        if (event.key !== 'Escape' || box === null) return
        event.stopPropagation()
        close(Number(box.dataset['note']))
      }}
    >
      {notes.value.map((note) => (
        <NoteBox key={note.id} note={note} />
      ))}
    </section>
  )
}

function close(id: number): void {
  holdNotes(false)
  dismiss(id)
}

function NoteBox({ note }: { note: Note }) {
  const { id, kind, title, texts, count, act } = note
  return (
    <div
      class={`note ${kind}`}
      data-note={id}
      role={kind === 'bad' || kind === 'alert' ? 'alert' : 'status'}
    >
      <b>
        {title}
        {count > 1 && ` (${count})`}
      </b>
      {act !== null && (
        <button
          type="button"
          class="small"
          disabled={act.isPossible?.() === false}
          onClick={() => {
            holdNotes(false)
            pressAct(note)
          }}
        >
          {act.label}
        </button>
      )}
      <button
        type="button"
        class="plain icon small"
        aria-label={words.value.close}
        onClick={() => close(id)}
      >
        <Icon name="close" />
      </button>
      {texts.length > 0 && (
        <span class="said">
          {texts.map((text, i) => (
            <span key={i}>{text}</span>
          ))}
        </span>
      )}
    </div>
  )
}
