import type { Schemas } from '../../link/contract.js'
import { ReadPanel, useRead } from '../../look/read.js'
import { webhooksWords } from '../../text/desk/integrations-words.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'

type Delivery = Schemas['WebhookDeliveryView']

const ROWS_MAX = 50

/** The newest deliveries of a webhook. */
export function WebhookDeliveries({ id, count }: { id: number; count: number }) {
  const text = webhooksWords.value
  const read = useRead('GET /admin/v1/webhooks/{id}/deliveries', { params: { id } }, count)
  return (
    <section class="stack" aria-label={text.deliveries}>
      <h3>{text.deliveries}</h3>
      <ReadPanel read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="faint">{text.noDeliveries}</p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th>{text.at}</th>
                  <th>{text.kind}</th>
                  <th>{text.login}</th>
                  <th>{text.state}</th>
                  <th>{text.attempts}</th>
                  <th>{text.answer}</th>
                </tr>
              </thead>
              <tbody>
                {items.slice(0, ROWS_MAX).map((delivery) => (
                  <Row key={delivery.event_id} of={delivery} />
                ))}
              </tbody>
            </table>
          )
        }
      </ReadPanel>
    </section>
  )
}

function Row({ of: delivery }: { of: Delivery }) {
  const text = webhooksWords.value
  const { at, kind, login, state, attempts, status, error, event_id } = delivery
  return (
    <tr title={`${text.event} ${event_id}`}>
      <td>{timeText(at)}</td>
      <td>{kind}</td>
      <td>{login ?? words.value.none}</td>
      <td>{text.states[state]}</td>
      <td>{attempts}</td>
      <td>{error === '' ? status : error}</td>
    </tr>
  )
}
