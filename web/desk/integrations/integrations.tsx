import { useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { open, place } from '../../staff/place.js'
import type { ApiKey } from '../../staff/records.js'
import { may } from '../../staff/rights.js'
import { integrationsWords } from '../../text/desk/integrations-words.js'
import { RecordPage } from '../records/record-page.js'
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
  const [id] = parts
  return (
    <RecordPage<ApiKey, Data<'GET /admin/v1/api-keys'>>
      name="api-keys"
      title={text.title}
      columns={columns()}
      read={read}
      rowsOf={({ items }) => items}
      hint={text.hint}
      head={<Sections of="keys" />}
      add={text.add}
      onAdd={() => open([NEW])}
      idOf={(key) => String(key.id)}
      lookOf={({ enabled }) => (enabled ? '' : 'off')}
      open={id ?? null}
      onOpen={(key, isAside) => open([key.id], id !== undefined && !isAside)}
      onClose={() => closeRecord()}
      empty={text.empty}
      emptyFilter={text.emptyFilter}
      count={(n) => text.count({ n })}
    >
      {id === NEW && <NewKey onMade={changed} />}
      {id !== undefined && id !== NEW && (
        <KeyCard key={id} id={Number(id)} count={changes} onChange={changed} />
      )}
    </RecordPage>
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
