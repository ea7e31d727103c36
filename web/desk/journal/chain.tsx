import { usePanelData } from '../../look/panel-data.js'
import { journalWords } from '../../text/desk/journal-words.js'
import { timeText } from '../../text/times.js'
import { useReads } from '../lists/use-reads.js'

const AGAIN_MS = 60_000

/**
 * Whether the journal still matches the hashes in the trade logs, which shows that nobody has
 * edited it. Checked every minute while visible.
 */
export function Chain() {
  const { chain: text } = journalWords.value
  const { reads } = useReads(AGAIN_MS)
  const { data, refused } = usePanelData('GET /admin/v1/journal/chain', {}, reads)
  if (refused !== null) return <p class="desk-note faint">{text.unknown}</p>
  if (data === null) return null
  const { ok, id, at } = data
  if (ok === null || id === null || at === null) return <p class="desk-note faint">{text.notYet}</p>
  const time = timeText(at)
  if (ok) {
    return <p class="desk-note faint">{text.holds({ line: id, at: time })}</p>
  }
  return (
    <p class="desk-note banner bad" role="alert">
      {text.broken({ line: id, at: time })}
    </p>
  )
}
