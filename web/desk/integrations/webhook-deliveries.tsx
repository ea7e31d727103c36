import type { Schemas } from '../../link/contract.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import type { Column } from '../../look/table/column.js'
import { ShortTable } from '../../look/table/short-table.js'
import { webhooksWords } from '../../text/desk/integrations-words.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'

type Delivery = Schemas['WebhookDeliveryView']

const ROWS_MAX = 50

export function WebhookDeliveries({ id, count }: { id: number; count: number }) {
  const text = webhooksWords.value
  const read = usePanelData('GET /admin/v1/webhooks/{id}/deliveries', { params: { id } }, count)
  return (
    <section class="stack" aria-label={text.deliveries}>
      <h3>{text.deliveries}</h3>
      <ReadPanel read={read}>
        {({ items }) => (
          <ShortTable
            label={text.deliveries}
            rows={items.slice(0, ROWS_MAX)}
            keyOf={({ event_id }) => event_id}
            rowOf={({ event_id }) => ({ title: `${text.event} ${event_id}` })}
            empty={<p class="faint">{text.noDeliveries}</p>}
            columns={columns()}
          />
        )}
      </ReadPanel>
    </section>
  )
}

function columns(): readonly Column<Delivery>[] {
  const text = webhooksWords.value
  return [
    { id: 'at', label: text.at, cell: ({ at }) => timeText(at) },
    { id: 'kind', label: text.kind, cell: ({ kind }) => kind },
    {
      id: 'login',
      label: text.login,
      isNumber: true,
      cell: ({ login }) => login ?? words.value.none,
    },
    { id: 'state', label: text.state, cell: ({ state }) => text.states[state] },
    { id: 'attempts', label: text.attempts, isNumber: true, cell: ({ attempts }) => attempts },
    {
      id: 'answer',
      label: text.answer,
      cell: ({ error, status }) => (error === '' ? status : error),
    },
  ]
}
