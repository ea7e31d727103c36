import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { call } from '../../link/rest.js'
import { Skeleton } from '../../look/panel-data.js'
import { fieldLabel, fieldValue, needMeta } from '../../staff/meta.js'
import { type FileRow, fieldsIn, file } from '../../staff/settings/transfer.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { answerWords } from '../../text/refusals.js'
import { ChangeList } from '../changes/change-list.js'
import { RecordCard } from '../lists/record-card.js'
import { kindLabel } from './export.js'

type Fields = Readonly<Record<string, unknown>>

/** The card of a record in the file: the reason for a refusal, or old and new value of each field. */
export function RowCard({ row, onClose }: { row: FileRow; onClose: () => void }) {
  const text = transferWords.value
  const { kind, key, action, error, warnings } = row
  const isChange = action === 'update'
  const here = useHere(row, isChange)
  const own = file.value
  useEffect(needMeta, [])
  const given = own === null ? {} : fieldsIn(own, row)
  const names = isChange ? row.changes : Object.keys(given).filter((name) => name !== REMOVED)
  return (
    <RecordCard title={`${kindLabel(kind)}: ${key}`} onClose={onClose}>
      <div class="desk-form stack">
        <p>
          <span class="badge">{text.actions[action]}</span>
        </p>
        {error !== null && (
          <div class="banner bad" lang="en">
            {error}
          </div>
        )}
        {warnings.map((warning) => (
          <p key={warning} class="banner" lang="en">
            {warning}
          </p>
        ))}
        {here.refused !== null ? (
          <p class="loss" role="alert">
            {answerWords(here.refused)}
          </p>
        ) : isChange && here.fields === null ? (
          <Skeleton />
        ) : (
          names.length > 0 && (
            <ChangeList
              label={text.differences}
              changes={names.map((name) => ({
                field: fieldLabel(kind, name),
                from: fieldValue(kind, name, here.fields?.[name] ?? null),
                to: fieldValue(kind, name, given[name] ?? null),
              }))}
            />
          )
        )}
      </div>
    </RecordCard>
  )
}

/** The field that lists the secrets an export leaves out. */
const REMOVED = 'export_removed'

/** The current record in the format of the file. */
function useHere({ kind, key }: FileRow, isWanted: boolean) {
  const [fields, setFields] = useState<Fields | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    const body = { kinds: { [kind]: [key] } } as never
    void call('POST /admin/v1/config/transfer/export', { body }).then((answer) => {
      if (isGone) return
      setRefused(answer.ok ? null : answer)
      if (!answer.ok) return
      const kinds = answer.data.kinds as Readonly<Record<string, readonly Fields[]>>
      setFields(kinds[kind]?.[0] ?? {})
    })
    return () => {
      isGone = true
    }
  }, [kind, key, isWanted])
  return { fields, refused }
}
