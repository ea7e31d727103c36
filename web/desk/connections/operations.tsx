import { useState } from 'preact/hooks'
import { usePanelData } from '../../look/panel-data.js'
import type { SettingsRecord } from '../../staff/settings/settings-records.js'
import { second } from '../../state/market.js'
import { connectionsWords } from '../../text/actions/connections-words.js'
import { nameOf } from '../../text/name-of.js'
import type { Connection, OperatedKind } from './connection.js'
import { ImportDialog } from './import-dialog.js'
import { LogDialog } from './log-dialog.js'
import { MessagesDialog } from './messages-dialog.js'
import { OutboxDialog } from './outbox-dialog.js'
import { RestartDialog } from './restart-dialog.js'
import { TestDialog } from './test-dialog.js'

type Act = 'restart' | 'log' | 'import' | 'messages' | 'test' | 'outbox'

const ACTS: Readonly<Record<OperatedKind, readonly Act[]>> = {
  datafeeds: ['restart', 'log', 'import'],
  gateways: ['restart', 'log', 'messages', 'import'],
  mail_servers: ['test', 'outbox'],
}

/** Operations on a datafeed, a gateway or a mail server, beside its settings. */
export function Operations({ kind, record }: { kind: OperatedKind; record: SettingsRecord }) {
  const text = connectionsWords.value
  const [act, setAct] = useState<Act | null>(null)
  const of: Connection = { kind, id: Number(record.id), name: String(record['name']) }
  const props = { of, onClose: () => setAct(null) }
  return (
    <div class="row wrap operations">
      {kind === 'datafeeds' && <FeedState id={of.id} />}
      {kind === 'gateways' && <GatewayState id={of.id} />}
      {ACTS[kind].map((one) => (
        <button key={one} type="button" class="small" onClick={() => setAct(one)}>
          {text[one]}
        </button>
      ))}
      {act === 'restart' && <RestartDialog {...props} />}
      {act === 'log' && <LogDialog {...props} />}
      {act === 'import' && <ImportDialog {...props} />}
      {act === 'messages' && <MessagesDialog {...props} />}
      {act === 'test' && <TestDialog {...props} />}
      {act === 'outbox' && <OutboxDialog {...props} />}
    </div>
  )
}

/** The state of the connection reloads at this interval. */
const STATE_SEC = 5

const reads = (): number => Math.floor(second.value / STATE_SEC)

function FeedState({ id }: { id: number }) {
  const { data } = usePanelData('GET /admin/v1/datafeeds/statuses', {}, reads())
  const status = data?.find(({ datafeed_id }) => datafeed_id === id)
  return <State state={status?.state} error={status?.last_error} />
}

function GatewayState({ id }: { id: number }) {
  const { data } = usePanelData('GET /admin/v1/gateways/statuses', {}, reads())
  const status = data?.find(({ gateway_id }) => gateway_id === id)
  return <State state={status?.state} error={status?.last_error} />
}

function State({ state, error }: { state: string | undefined; error: string | undefined }) {
  const text = connectionsWords.value
  if (state === undefined) return null
  return (
    <span class="row wrap grow" role="status">
      <span class={`badge ${state === 'online' ? 'good' : ''}`}>{nameOf(text.states, state)}</span>
      {error !== undefined && error !== '' && (
        <span class="faint">{text.lastError({ error })}</span>
      )}
    </span>
  )
}
