import { useState } from 'preact/hooks'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { ask, open, place } from '../../staff/place.js'
import type { ApiKey } from '../../staff/records.js'
import { may } from '../../staff/rights.js'
import { integrationsWords } from '../../text/desk/integrations-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { rowsFound } from '../../text/typed-search.js'
import { words } from '../../text/words.js'
import { type RecordColumn, RecordGrid } from '../lists/record-grid.js'
import { TypedField } from '../lists/typed-field.js'
import { KeyCard } from './key-card.js'
import { NewKey } from './new-key.js'
import { Sections, WEBHOOKS } from './sections.js'
import { WebhookPages } from './webhooks.js'

const ROWS_MAX = 1_000
/** The address part of the form for a new key. */
const NEW = 'new'

/** The page for other systems: API keys that give them access, and webhooks that send them events. */
export function Integrations() {
  const { parts } = place.value
  const hasKeys = may({ all: ['config.api_keys'] })
  return parts[0] === WEBHOOKS || !hasKeys ? <WebhookPages /> : <KeyPages />
}

function KeyPages() {
  const { parts, query } = place.value
  const text = integrationsWords.value
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((n) => n + 1)
  const shown = { query: { limit: ROWS_MAX } }
  const read = usePanelData('GET /admin/v1/api-keys', shown, changes + lives.value)
  const typed = query.get('q') ?? ''
  const [id] = parts
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <div class="desk-tools">
          <Sections of="keys" />
          <div class="row desk-filter">
            <TypedField
              label={text.filter}
              value={typed}
              hint={text.hint}
              isFirst={true}
              onValue={(q) => ask({ q })}
            />
            <button type="button" class="primary" onClick={() => open([NEW])}>
              {text.add}
            </button>
          </div>
        </div>
        <ReadPanel read={read}>
          {({ items }) => {
            const rows = found(items, typed)
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
                <div class="desk-foot row">
                  <span>{text.count({ n: countText(rows.length) })}</span>
                </div>
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

function found(keys: readonly ApiKey[], typed: string): readonly ApiKey[] {
  return rowsFound(keys, typed, ({ name, login, prefix, last_ip }) => [
    name,
    login,
    prefix,
    last_ip,
  ])
}

function columns(): readonly RecordColumn<ApiKey>[] {
  const text = integrationsWords.value
  const time = (at: string | null) => (at === null ? words.value.none : timeText(at))
  const plain = (
    name: 'name' | 'prefix' | 'last_ip',
    px: number,
    label: string,
  ): RecordColumn<ApiKey> => ({
    name,
    label,
    px,
    cell: (key) => (key[name] === '' ? words.value.none : key[name]),
    by: (key) => key[name],
  })
  const timed = (
    name: 'last_used_at' | 'expires_at' | 'created_at',
    label: string,
  ): RecordColumn<ApiKey> => ({
    name,
    label,
    px: 164,
    cell: (key) => time(key[name]),
    by: (key) => key[name],
  })
  return [
    plain('name', 170, text.name),
    {
      name: 'login',
      label: text.login,
      px: 84,
      isNumber: true,
      cell: ({ login }) => login,
      by: ({ login }) => login,
    },
    plain('prefix', 140, text.prefix),
    {
      name: 'enabled',
      label: text.enabled,
      px: 90,
      cell: ({ enabled }) => (enabled ? text.yes : text.no),
      by: ({ enabled }) => Number(enabled),
    },
    timed('last_used_at', text.used),
    plain('last_ip', 130, text.address),
    timed('expires_at', text.expires),
    timed('created_at', text.created),
  ]
}
