import { useState } from 'preact/hooks'
import { usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { open, place } from '../../staff/place.js'
import type { Webhook } from '../../staff/records.js'
import { webhooksWords } from '../../text/desk/integrations-words.js'
import { countText } from '../../text/numbers.js'
import { RecordPage } from '../records/record-page.js'
import { NewWebhook } from './new-webhook.js'
import { Sections, WEBHOOKS } from './sections.js'
import { WebhookCard } from './webhook-card.js'

/** The address part of the form for a new webhook. */
const NEW = 'new'

/** The webhooks that send events to other systems. */
export function WebhookPages() {
  const { parts } = place.value
  const text = webhooksWords.value
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((n) => n + 1)
  const read = usePanelData('GET /admin/v1/webhooks', {}, changes + lives.value)
  const [, id] = parts
  return (
    <RecordPage<Webhook, readonly Webhook[]>
      name="webhooks"
      title={text.title}
      columns={columns()}
      read={read}
      rowsOf={(webhooks) => webhooks}
      hint={text.hint}
      head={<Sections of="webhooks" />}
      add={text.add}
      onAdd={() => open([WEBHOOKS, NEW])}
      idOf={(webhook) => String(webhook.id)}
      lookOf={({ enabled }) => (enabled ? '' : 'off')}
      open={id ?? null}
      onOpen={(webhook, isAside) => open([WEBHOOKS, webhook.id], id !== undefined && !isAside)}
      onClose={() => closeRecord()}
      empty={text.empty}
      emptyFilter={text.emptyFilter}
      count={(n) => text.count({ n })}
    >
      {id === NEW && <NewWebhook onMade={changed} />}
      {id !== undefined && id !== NEW && (
        <WebhookCard key={id} id={Number(id)} count={changes} onChange={changed} />
      )}
    </RecordPage>
  )
}

function columns(): readonly ListColumn<Webhook>[] {
  const text = webhooksWords.value
  const kinds = columnKinds<Webhook>()
  return [
    kinds.text('name', text.name, ({ name }) => name, { px: 170 }),
    kinds.word(
      'status',
      text.status,
      ({ status }) => status,
      (one) => text.statuses[one],
      {
        px: 110,
      },
    ),
    kinds.number('lag', text.lag, ({ lag }) => lag, { px: 120, cell: ({ lag }) => countText(lag) }),
    kinds.text('url', text.url, ({ url }) => url, { px: 260 }),
    kinds.number('owner', text.owner, ({ owner }) => owner, { px: 100 }),
    kinds.moment('last_success_at', text.success, ({ last_success_at: at }) => at),
  ]
}
