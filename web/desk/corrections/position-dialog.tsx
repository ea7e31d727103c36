import { useRef, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import type { OpenPosition } from '../../staff/records.js'
import { currencyOf } from '../../staff/settings/groups-and-symbols.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { fractionOf, grouped, scaled, signed, unscaled } from '../../text/numbers.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'
import { notNumber } from '../../text/typed-words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { type ComparedRow, ComparisonTable } from './comparison-table.js'
import { Receipt } from './receipt.js'

type Body = Schemas['PositionPatchBody']

const REASON_CHARS_MAX = 128

/**
 * Corrects an open position.
 *
 * C1. Old and new values are shown side by side. Only changed fields are sent.
 * C2. The request names the position's version. After a lost answer it can be repeated: if the
 *     first attempt was executed, the version is newer and the values are as requested.
 */
export function PositionDialog(props: {
  position: OpenPosition
  onDone: () => void
  onClose: () => void
}) {
  const { position } = props
  const { position: text, reason: reasonLabel, unknown, askAgain } = correctionsWords.value
  const { id, version } = position
  const [typed, setTyped] = useState({
    price_open: fieldText(position.price_open),
    stop_loss: fieldText(position.stop_loss ?? ''),
    take_profit: fieldText(position.take_profit ?? ''),
    comment: position.comment ?? '',
  })
  const [reason, setReason] = useState('')
  const [isDone, setDone] = useState(false)
  const wasSent = useRef(false)
  const digits = position.digits ?? fractionOf(position.price_open)
  const { body, rows, isWrong } = changesOf(position, typed, digits)
  const send = async (): Promise<Answer<OpenPosition>> => {
    const sent = { ...body, version, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) }
    const answer = await call('PATCH /admin/v1/positions/{id}', { params: { id }, body: sent })
    const wasLost = wasSent.current
    wasSent.current = true
    if (answer.code !== 'conflict' || !wasLost) return answer
    // This route waits until the database contains the last change.
    const params = { kind: 'positions', id } as const
    const now = await call('GET /admin/v1/trades/{kind}/{id}', { params })
    // If the position cannot be read, the result stays unknown.
    if (!now.ok) return { ...now, status: 503, data: undefined as never }
    const data = now.data.position
    return data !== null && isAs(data, body) ? { ...now, data } : answer
  }
  if (isDone) {
    return <Receipt title={text.done({ id })} kind="positions" id={id} onClose={props.onDone} />
  }
  const price = (name: 'price_open' | 'stop_loss' | 'take_profit', label: string, has = false) => {
    const value = typed[name]
    const wrong = value.trim() === '' ? null : notNumber(value, digits)
    return (
      <Field
        label={label}
        value={value}
        inputMode="decimal"
        hasFocus={has}
        maxLength={24}
        wrong={wrong ?? undefined}
        onInput={(next) => setTyped({ ...typed, [name]: next })}
      />
    )
  }
  return (
    <ActDialog
      title={text.title({ id })}
      act={text.act({ n: rows.length })}
      again={askAgain}
      isOff={isWrong || rows.length === 0}
      unknown={unknown}
      send={send}
      onDone={() => setDone(true)}
      onClose={props.onClose}
    >
      <div class="desk-fields">
        {price('price_open', text.open, true)}
        {price('stop_loss', text.stop)}
        {price('take_profit', text.target)}
      </div>
      <Field
        label={text.comment}
        value={typed.comment}
        maxLength={64}
        onInput={(comment) => setTyped({ ...typed, comment })}
      />
      <Field label={reasonLabel} value={reason} maxLength={REASON_CHARS_MAX} onInput={setReason} />
      {rows.length === 0 ? (
        <p class="faint">{text.nothing}</p>
      ) : (
        <ComparisonTable
          label={text.title({ id })}
          rows={[...rows, ...profitRow(position, body)]}
        />
      )}
      {body.price_open === undefined ? (
        <p class="faint">{text.noMoney}</p>
      ) : (
        <p class="banner bad" role="status">
          {text.movesEquity}
        </p>
      )}
    </ActDialog>
  )
}

type Typed = Readonly<Record<'price_open' | 'stop_loss' | 'take_profit' | 'comment', string>>

/** The rows to show and the request body, with changed fields only (C1). */
function changesOf(position: OpenPosition, typed: Typed, digits: number) {
  const { position: text } = correctionsWords.value
  const body: { -readonly [Name in keyof Body]: Body[Name] } = {}
  const rows: ComparedRow[] = []
  let isWrong = false
  for (const name of ['price_open', 'stop_loss', 'take_profit'] as const) {
    const held = position[name]
    const value = typed[name].trim()
    const number = value === '' ? '0' : typedNumber(value, digits)
    if (number === null || (name === 'price_open' && !/[1-9]/.test(number))) {
      isWrong = true
      continue
    }
    if (scaled(number, digits) === scaled(held ?? '0', digits)) continue
    body[name] = number
    const then = /[1-9]/.test(number) ? grouped(number) : text.none
    const before = held === null ? text.none : grouped(held)
    rows.push({ name: text.fieldNames[name], before, after: then })
  }
  if (typed.comment !== (position.comment ?? '')) {
    body.comment = typed.comment
    rows.push({
      name: text.fieldNames.comment,
      before: position.comment ?? '–',
      after: typed.comment || '–',
    })
  }
  return { body: body as Body, rows, isWrong }
}

/** The current profit at the corrected open price, calculated from the value of a point. */
function profitRow(position: OpenPosition, { price_open: then }: Body): ComparedRow[] {
  const { profit, point_value: worth, digits, side, group } = position
  if (then === undefined || profit === null || worth === null) return []
  const points = scaled(then, digits) - scaled(position.price_open, digits)
  const worthDigits = fractionOf(worth)
  const moneyDigits = fractionOf(profit)
  const wide = Math.max(worthDigits, moneyDigits)
  const moved = (side === 'buy' ? -points : points) * scaled(worth, wide)
  const exact = scaled(profit, wide) + moved
  const half = 10n ** BigInt(wide - moneyDigits)
  const rounded = (exact + (exact < 0n ? -half : half) / 2n) / half
  const currency = currencyOf(group)
  return [
    {
      name: correctionsWords.value.position.profit,
      before: `${signed(profit)} ${currency}`,
      after: `≈ ${signed(unscaled(rounded, moneyDigits))} ${currency}`,
    },
  ]
}

/** Whether the position already has the requested values (C2). */
function isAs(position: OpenPosition, body: Body): boolean {
  const { digits } = position
  const prices = (['price_open', 'stop_loss', 'take_profit'] as const).every((name) => {
    const wanted = body[name]
    return wanted === undefined || scaled(wanted, digits) === scaled(position[name] ?? '0', digits)
  })
  return prices && (body.comment === undefined || body.comment === (position.comment ?? ''))
}
