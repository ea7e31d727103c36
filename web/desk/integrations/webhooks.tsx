import { useState } from 'preact/hooks'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { foundRows } from '../../look/table/fitting.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { open, place } from '../../staff/place.js'
import type { Webhook } from '../../staff/records.js'
import { webhooksWords } from '../../text/desk/integrations-words.js'
import { countText } from '../../text/numbers.js'
import { ListFoot } from '../lists/list-foot.js'
import { RecordGrid } from '../lists/record-grid.js'
import { RowsFilter, rowsFilter } from '../lists/rows-filter.js'
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
  const typed = rowsFilter()
  const [, id] = parts
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <div class="desk-tools">
          <Sections of="webhooks" />
        </div>
        <RowsFilter columns={columns()} rows={read.data ?? []} hint={text.hint}>
          <button type="button" class="primary" onClick={() => open([WEBHOOKS, NEW])}>
            {text.add}
          </button>
        </RowsFilter>
        <ReadPanel read={read}>
          {(webhooks) => {
            const rows = foundRows(columns(), webhooks, typed)
            return (
              <>
                <RecordGrid<Webhook>
                  name="webhooks"
                  label={text.title}
                  columns={columns()}
                  rows={rows}
                  idOf={(webhook) => String(webhook.id)}
                  lookOf={({ enabled }) => (enabled ? '' : 'off')}
                  open={id ?? null}
                  onOpen={(webhook, isAside) =>
                    open([WEBHOOKS, webhook.id], id !== undefined && !isAside)
                  }
                  onClose={() => closeRecord()}
                  empty={typed === '' ? text.empty : text.emptyFilter}
                />
                <ListFoot count={text.count({ n: countText(rows.length) })} />
              </>
            )
          }}
        </ReadPanel>
      </section>
      {id === NEW && <NewWebhook onMade={changed} />}
      {id !== undefined && id !== NEW && (
        <WebhookCard key={id} id={Number(id)} count={changes} onChange={changed} />
      )}
    </div>
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
