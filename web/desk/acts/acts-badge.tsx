import { actsUnderWay } from '../../staff/bulk/acts.js'
import { addressOf, go } from '../../staff/place.js'
import { actsWords } from '../../text/desk/acts-words.js'
import { countText } from '../../text/numbers.js'

/** Shows the newest running bulk action in the page header: its progress, with a link to it. */
export function ActsBadge() {
  const [act] = actsUnderWay.value
  if (act === undefined) return null
  const { key, done, total, kind, state } = act
  const text = actsWords.value
  return (
    <a
      class={`acts-badge num ${state}`}
      href={addressOf(['actions', key])}
      title={`${text.kinds[kind]({ n: countText(total) })}: ${text.states[state]}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        go(['actions', key])
      }}
    >
      <progress max={Math.max(1, total)} value={done} aria-label={text.title} />
      {text.badge({ done: countText(done), total: countText(total) })}
    </a>
  )
}
