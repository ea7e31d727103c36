import { useEffect, useState } from 'preact/hooks'
import { usePanelData } from '../../look/panel-data.js'
import { lives, subscribe } from '../../staff/connection/link.js'
import { second } from '../../state/market.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { countText } from '../../text/numbers.js'

/** The counts reload at this interval, because no event reports that a mail was read or sent. */
const COUNTS_SEC = 5

/** How many recipients have a sent message and have read it. A running delivery counts up. */
export function Delivery({ id }: { id: number }) {
  const text = mailWords.value
  const [steps, setSteps] = useState(0)
  useEffect(
    () =>
      subscribe('mail_delivery', (progress) => {
        if (progress.id === id) setSteps((n) => n + 1)
      }),
    [id],
  )
  const {
    data,
    refused,
    isKept = false,
  } = usePanelData(
    'GET /admin/v1/mail/{id}/delivery',
    { params: { id } },
    steps + lives.value + Math.floor(second.value / COUNTS_SEC),
  )
  if (data === null || (refused !== null && !isKept)) return null
  const { in_mailboxes: held, read_by: read, expected, by_email: emails } = data
  const { queued, sent, failed } = emails
  const n = countText(held)
  return (
    <p class="faint mail-delivery" role="status">
      {expected === null
        ? text.reached({ n, read: countText(read) })
        : text.reaching({ n, all: countText(expected), read: countText(read) })}
      {queued + sent + failed > 0 && (
        <span class={failed > 0 ? 'loss' : ''}>
          {' · '}
          {text.emails({
            sent: countText(sent),
            queued: countText(queued),
            failed: countText(failed),
          })}
        </span>
      )}
    </p>
  )
}
