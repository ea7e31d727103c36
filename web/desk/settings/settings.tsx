import { useEffect, useMemo, useState } from 'preact/hooks'
import { fieldsOf } from '../../form/control.js'
import { ReadPanel } from '../../look/panel-data.js'
import { meta, metaRefused, needMeta, readMeta } from '../../staff/meta.js'
import { dropRecord } from '../../staff/open-records.js'
import { addressOf, goTo, place } from '../../staff/place.js'
import { kindsShown, mayMake, type SettingsKind } from '../../staff/settings/settings-kinds.js'
import {
  keyOf,
  readKind,
  recordAt,
  type SettingsRecord,
  useRecords,
} from '../../staff/settings/settings-records.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { knownName } from '../../text/name-of.js'
import { NewRecord } from './new-record.js'
import { RecordForm } from './record-form.js'
import { RecordList } from './record-list.js'
import { WhichRule } from './which-rule.js'

/** The settings page: kinds, the records of one kind, and the form of a record. */
export function Settings() {
  const { parts } = place.value
  const kinds = kindsShown()
  const [name = kinds[0]?.kind ?? ''] = parts
  const kind = kinds.find((one) => one.kind === name)
  return (
    <div class="settings-page">
      <nav class="settings-kinds" aria-label={settingsWords.value.title}>
        {kinds.map((one) => (
          <a
            key={one.kind}
            href={addressOf(['settings', one.kind])}
            aria-current={one === kind ? 'page' : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              goTo(addressOf(['settings', one.kind]))
            }}
          >
            {knownName(settingsWords.value.kinds, one.kind)}
          </a>
        ))}
      </nav>
      {kind === undefined ? (
        <p class="empty">{settingsWords.value.noKind}</p>
      ) : (
        <Kind key={kind.kind} kind={kind} />
      )}
    </div>
  )
}

/** The records of a kind, and beside them the open record, a new one, or the routing test. */
function Kind({ kind }: { kind: SettingsKind }) {
  const { parts, query } = place.value
  const read = useRecords(kind)
  useEffect(needMeta, [])
  const words = meta.value?.fields
  const fields = useMemo(() => fieldsOf(kind.kind, words ?? []), [words])
  const [order, setOrder] = useState<readonly SettingsRecord['id'][] | null>(null)
  const isReady = read.records !== null && words !== undefined
  const panel = {
    data: isReady ? (read.records ?? []) : null,
    // Data from before an error stays visible.
    refused: isReady ? null : (read.refused ?? metaRefused.value),
    again: async () => {
      await Promise.all([readKind(kind), readMeta()])
    },
  }
  return (
    <div class="settings-kind">
      <ReadPanel read={panel}>
        {(records) => {
          const key = kind.key === null ? 'only' : parts[1]
          const isNew = query.has('make') && mayMake(kind)
          const isAsking = kind.kind === 'routing' && query.has('test')
          const record = key === undefined ? undefined : recordAt(kind, records, key)
          const isOpen = key !== undefined || isNew || isAsking
          return (
            <div class={`desk-split ${isOpen ? 'open' : ''} ${kind.key === null ? 'alone' : ''}`}>
              {kind.key !== null && (
                <RecordList
                  kind={kind}
                  fields={fields}
                  records={records}
                  openKey={isNew || record === undefined ? undefined : keyOf(kind, record)}
                  order={order}
                  onOrder={setOrder}
                />
              )}
              {isNew ? (
                <NewRecord
                  key={`new ${query.get('make')}`}
                  kind={kind}
                  fields={fields}
                  like={records.find((one) => keyOf(kind, one) === query.get('make'))}
                />
              ) : isAsking ? (
                <WhichRule fields={fields} records={records} order={order} />
              ) : record !== undefined ? (
                <RecordForm
                  key={record.id}
                  kind={kind}
                  fields={fields}
                  record={record}
                  all={records}
                />
              ) : (
                key !== undefined && (
                  <aside class="desk-card">
                    <p class="empty">
                      {settingsWords.value.noRecord}{' '}
                      <button type="button" onClick={() => dropRecord()}>
                        {settingsWords.value.close}
                      </button>
                    </p>
                  </aside>
                )
              )}
            </div>
          )
        }}
      </ReadPanel>
    </div>
  )
}
