import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import type { OpenPosition } from '../../staff/records.js'
import { currencyOf } from '../../staff/settings/groups-and-symbols.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { grouped, groupedLots, signed } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { ConfirmAct, type ConfirmFields, typesCodes } from '../changes/confirm-act.js'
import { FactList } from '../lists/fact-list.js'
import { Receipt } from './receipt.js'

const REASON_CHARS_MAX = 128

/** Deletes an open position after the user has typed its number or the server's code. */
export function DeleteDialog(props: {
  position: OpenPosition
  onDone: () => void
  onClose: () => void
}) {
  const { position } = props
  const { deletion: text, reason: reasonLabel, unknown, askAgain } = correctionsWords.value
  const { id, side, volume, symbol, price_open: opened, profit, group } = position
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isDone, setDone] = useState(false)
  const [confirmed, setConfirmed] = useState<ConfirmFields | null>(null)
  const why = reason.trim() === '' ? {} : { reason: reason.trim() }
  const asked = { ids: [id], ...why }
  const isReady = confirmed !== null && (typesCodes() || typed.trim() === String(id))
  const send = async (key: string): Promise<Answer<unknown>> => {
    const body = { ...asked, ...confirmed }
    const answer = await call('POST /admin/v1/positions/delete', { body, key })
    if (!answer.ok || answer.data.deleted === 1) return answer
    const [row] = answer.data.items
    return { ...answer, ok: false, status: 409, code: row?.error ?? 'not_found', message: '' }
  }
  if (isDone) {
    return <Receipt title={text.done({ id })} kind="positions" id={id} onClose={props.onDone} />
  }
  return (
    <ActDialog
      title={text.title({ id })}
      act={text.act}
      again={askAgain}
      isOff={!isReady}
      unknown={unknown}
      send={send}
      onDone={() => setDone(true)}
      onClose={props.onClose}
    >
      <p>
        <b class={side}>
          {words.value.sides[side]} {groupedLots(volume)} {symbol}
        </b>{' '}
        {grouped(opened)}
      </p>
      <FactList
        rows={[
          [
            correctionsWords.value.position.profit,
            profit === null ? null : `${signed(profit)} ${currencyOf(group)}`,
          ],
        ]}
      />
      <p>{text.says}</p>
      <Field
        label={reasonLabel}
        value={reason}
        maxLength={REASON_CHARS_MAX}
        hasFocus={true}
        onInput={setReason}
      />
      {!typesCodes() && (
        <Field
          label={text.typed({ id: String(id) })}
          value={typed}
          inputMode="numeric"
          maxLength={20}
          onInput={setTyped}
        />
      )}
      <ConfirmAct action="positions_delete" body={asked} count={1} onReady={setConfirmed} />
    </ActDialog>
  )
}
