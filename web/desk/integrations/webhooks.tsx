import { useState } from 'preact/hooks'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { ask, open, place } from '../../staff/place.js'
import type { Webhook } from '../../staff/records.js'
import { integrationsWords, webhooksWords } from '../../text/desk/integrations-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { rowsFound } from '../../text/typed-search.js'
import { words } from '../../text/words.js'
import { type RecordColumn, RecordGrid } from '../lists/record-grid.js'
import { TypedField } from '../lists/typed-field.js'
import { NewWebhook } from './new-webhook.js'
import { Sections, WEBHOOKS } from './sections.js'
import { WebhookCard } from './webhook-card.js'

/** The address part of the form for a new webhook. */
const NEW = 'new'

/** The webhooks that send events to other systems. */
export function WebhookPages() {
  const { parts, query } = place.value
  const text = webhooksWords.value
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((n) => n + 1)
  const read = usePanelData('GET /admin/v1/webhooks', {}, changes + lives.value)
  const typed = query.get('q') ?? ''
  const [, id] = parts
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <div class="desk-tools">
          <Sections of="webhooks" />
          <div class="row desk-filter">
            <TypedField
              label={integrationsWords.value.filter}
              value={typed}
              hint={text.hint}
              isFirst={true}
              onValue={(q) => ask({ q })}
            />
            <button type="button" class="primary" onClick={() => open([WEBHOOKS, NEW])}>
              {text.add}
            </button>
          </div>
        </div>
        <ReadPanel read={read}>
          {(webhooks) => {
            const rows = found(webhooks, typed)
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
                <div class="desk-foot row">
                  <span>{text.count({ n: countText(rows.length) })}</span>
                </div>
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

function found(webhooks: readonly Webhook[], typed: string): readonly Webhook[] {
  return rowsFound(webhooks, typed, ({ name, url, owner }) => [name, url, owner])
}

function columns(): readonly RecordColumn<Webhook>[] {
  const text = webhooksWords.value
  return [
    { name: 'name', label: text.name, px: 170, cell: ({ name }) => name, by: ({ name }) => name },
    {
      name: 'status',
      label: text.status,
      px: 110,
      cell: ({ status }) => text.statuses[status],
      by: ({ status }) => status,
    },
    {
      name: 'lag',
      label: text.lag,
      px: 120,
      isNumber: true,
      cell: ({ lag }) => countText(lag),
      by: ({ lag }) => lag,
    },
    { name: 'url', label: text.url, px: 260, cell: ({ url }) => url, by: ({ url }) => url },
    {
      name: 'owner',
      label: text.owner,
      px: 100,
      isNumber: true,
      cell: ({ owner }) => owner,
      by: ({ owner }) => owner,
    },
    {
      name: 'last_success_at',
      label: text.success,
      px: 164,
      cell: ({ last_success_at: at }) => (at === null ? words.value.none : timeText(at)),
      by: ({ last_success_at: at }) => at,
    },
  ]
}
