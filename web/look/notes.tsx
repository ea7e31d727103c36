import { dismiss, notes } from '../state/notes.js'
import { words } from '../text/words.js'
import { Icon } from './icons.js'

/** What happened, in the corner: fills are read out when there is time, refusals at once. */
export function Notes() {
  return (
    <section class="notes" aria-label={words.value.inbox.notices}>
      {notes.value.map(({ id, kind, title, text, act }) => (
        <div
          key={id}
          class={`note ${kind}`}
          role={kind === 'bad' || kind === 'alert' ? 'alert' : 'status'}
        >
          <b>{title}</b>
          <button
            type="button"
            class="plain icon small"
            aria-label={words.value.close}
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
          {text !== '' && <span>{text}</span>}
          {act !== null && (
            <button
              type="button"
              class="small"
              onClick={() => {
                dismiss(id)
                act.run()
              }}
            >
              {act.label}
            </button>
          )}
        </div>
      ))}
    </section>
  )
}
