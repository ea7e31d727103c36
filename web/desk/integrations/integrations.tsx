import { useState } from 'preact/hooks'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { foundRows } from '../../look/table/fitting.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { open, place } from '../../staff/place.js'
import type { ApiKey } from '../../staff/records.js'
import { may } from '../../staff/rights.js'
import { integrationsWords } from '../../text/desk/integrations-words.js'
import { countText } from '../../text/numbers.js'
import { ListFoot } from '../lists/list-foot.js'
import { RecordGrid } from '../lists/record-grid.js'
import { RowsFilter, rowsFilter } from '../lists/rows-filter.js'
import { KeyCard } from './key-card.js'
import { NewKey } from './new-key.js'
import { Sections, WEBHOOKS } from './sections.js'
import { WebhookPages } from './webhooks.js'

const ROWS_MAX = 1_000
/** The part of the address that opens the form for a new key. */
const NEW = 'new'

/** The page for other systems: API keys that give them access, and webhooks that send them events. */
export function Integrations() {
  const { parts } = place.value
  const hasKeys = may({ all: ['config.api_keys'] })
  return parts[0] === WEBHOOKS || !hasKeys ? <WebhookPages /> : <KeyPages />
}

function KeyPages() {
  const { parts } = place.value
  const text = integrationsWords.value
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((n) => n + 1)
  const shown = { query: { limit: ROWS_MAX } }
  const read = usePanelData('GET /admin/v1/api-keys', shown, changes + lives.value)
  const typed = rowsFilter()
  const [id] = parts
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <div class="desk-tools">
          <Sections of="keys" />
        </div>
        <RowsFilter columns={columns()} rows={read.data?.items ?? []} hint={text.hint}>
          <button type="button" class="primary" onClick={() => open([NEW])}>
            {text.add}
          </button>
        </RowsFilter>
        <ReadPanel read={read}>
          {({ items }) => {
            const rows = foundRows(columns(), items, typed)
            return (
              <>
                <RecordGrid<ApiKey>
                  name="api-keys"
                  label={text.title}
                  columns={columns()}
                  rows={rows}
                  idOf={(key) => String(key.id)}
                  lookOf={({ enabled }) => (enabled ? '' : 'off')}
                  open={id ?? null}
                  onOpen={(key, isAside) => open([key.id], id !== undefined && !isAside)}
                  onClose={() => closeRecord()}
                  empty={typed === '' ? text.empty : text.emptyFilter}
                />
                <ListFoot count={text.count({ n: countText(rows.length) })} />
              </>
            )
          }}
        </ReadPanel>
      </section>
      {id === NEW && <NewKey onMade={changed} />}
      {id !== undefined && id !== NEW && (
        <KeyCard key={id} id={Number(id)} count={changes} onChange={changed} />
      )}
    </div>
  )
}

function columns(): readonly ListColumn<ApiKey>[] {
  const text = integrationsWords.value
  const kinds = columnKinds<ApiKey>()
  const yesOrNo = (is: boolean) => (is ? text.yes : text.no)
  return [
    kinds.text('name', text.name, ({ name }) => name, { px: 170 }),
    kinds.number('login', text.login, ({ login }) => login, { px: 84 }),
    kinds.text('prefix', text.prefix, ({ prefix }) => prefix, { px: 140 }),
    kinds.word('enabled', text.enabled, ({ enabled }) => enabled, yesOrNo, { px: 90 }),
    kinds.moment('last_used_at', text.used, ({ last_used_at: at }) => at),
    kinds.text('last_ip', text.address, ({ last_ip }) => last_ip, { px: 130 }),
    kinds.moment('expires_at', text.expires, ({ expires_at: at }) => at),
    kinds.moment('created_at', text.created, ({ created_at: at }) => at),
  ]
}
