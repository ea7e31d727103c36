import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { amountLook } from '../../look/amount.js'
import { Field } from '../../look/controls.js'
import { ShortTable } from '../../look/table/short-table.js'
import { exactSum } from '../../staff/bulk/bulk-totals.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { countText, grouped, signed } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { typedNumber } from '../../text/typed-numbers.js'
import { notNumber } from '../../text/typed-words.js'
import { ActRows, useTaken } from '../bulk/act-rows.js'
import { BulkAction, type BulkEnds } from '../bulk/bulk-action.js'
import { dataOrWhy, usePreview } from '../bulk/use-preview.js'
import { tradeKinds } from '../lists/trade-column-kinds.js'
import { openPriceOf } from './open-price.js'

const REASON_CHARS_MAX = 128
const COMMENT_CHARS_MAX = 64

export interface CorrectedDeal {
  readonly id: number
  readonly side: 'buy' | 'sell'
  readonly symbol: string
  readonly price: string
  readonly digits: number
}

type Side = CorrectedDeal['side']
type Body = Schemas['DealCorrectionBody']
type Row = Schemas['DealCorrectionRow']
type Prices = Readonly<Record<Side, string>>
const SIDES: readonly Side[] = ['buy', 'sell']

/** The texts for the journal and the client, and whether the correction skips the margin check. */
interface Note {
  readonly comment: string
  readonly reason: string
  readonly isSkipped: boolean
}

/**
 * Corrects the prices of many deals of a symbol. The preview shows the effect on each position.
 * Only deals of positions that stay selected are sent.
 */
export function DealsDialog(props: BulkEnds & { deals: readonly CorrectedDeal[] }) {
  const { deals } = props
  const { deals: text } = correctionsWords.value
  const [prices, setPrices] = useState<Prices>({ buy: '', sell: '' })
  const [note, setNote] = useState<Note>({ comment: '', reason: '', isSkipped: false })
  const digits = Math.max(...deals.map((deal) => deal.digits))
  const sides = SIDES.filter((side) => deals.some((deal) => deal.side === side))
  const priceOf = (side: Side) => typedNumber(prices[side], digits)
  const given = deals.flatMap(({ id, side }) => {
    const price = priceOf(side)
    return price === null || !/[1-9]/.test(price) ? [] : [{ id, price }]
  })
  const isWrong = sides.some((side) => prices[side].trim() !== '' && priceOf(side) === null)
  const preview = usePreview({
    of: JSON.stringify(prices),
    ask: async () => {
      const body = { items: given, preview: true }
      return dataOrWhy(await call('POST /admin/v1/deals/correct', { body }))
    },
  })
  const results = preview.seen?.results ?? []
  const positions = useTaken(
    results.filter(({ status }) => status === 'planned'),
    ({ position_id: id }) => String(id),
  )
  const { taken } = positions
  return (
    <BulkAction
      title={text.title({ n: countText(deals.length), symbol: deals[0]?.symbol ?? '' })}
      kind="correct_deals"
      body={bodyOf(taken, note)}
      count={taken.length}
      confirm={{ action: 'deal_corrections' }}
      preview={{ ...preview, label: text.look, isOff: given.length === 0 || isWrong }}
      send={text.send({ n: countText(taken.length) })}
      isDanger={true}
      isOff={note.reason.trim() === ''}
      fields={
        <>
          <div class="desk-fields">
            {sides.map((side, i) => (
              <PriceField
                key={side}
                label={text.price[side]({ had: pricesOf(deals, side) })}
                value={prices[side]}
                digits={digits}
                hasFocus={i === 0}
                onInput={(value) => setPrices({ ...prices, [side]: value })}
              />
            ))}
          </div>
          <p class="faint">{text.says}</p>
        </>
      }
      onBegun={props.onBegun}
      onClose={props.onClose}
    >
      <LeftOut
        unpriced={deals.length - given.length}
        missing={preview.seen?.missing.length ?? 0}
        rows={results.filter(({ status }) => status === 'rejected')}
      />
      {positions.rows.length > 0 && (
        <Planned positions={positions} note={note} onNote={(one) => setNote({ ...note, ...one })} />
      )}
    </BulkAction>
  )
}

function bodyOf(taken: readonly Row[], { comment, reason, isSkipped }: Note): Body {
  return {
    items: taken.flatMap(({ deals }) => deals.map(({ id, price }) => ({ id, price }))),
    ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    ...(isSkipped ? { skip_margin_check: true } : {}),
  }
}

function PriceField(props: {
  label: string
  value: string
  digits: number
  hasFocus: boolean
  onInput: (value: string) => void
}) {
  const { value, digits } = props
  const wrong = value.trim() === '' ? null : notNumber(value, digits)
  return (
    <Field
      label={props.label}
      value={value}
      inputMode="decimal"
      maxLength={24}
      hasFocus={props.hasFocus}
      wrong={wrong ?? undefined}
      onInput={props.onInput}
    />
  )
}

/** The affected positions, each with a checkbox, and the texts for the journal and the client. */
function Planned(props: {
  positions: ReturnType<typeof useTaken<Row>>
  note: Note
  onNote: (note: Partial<Note>) => void
}) {
  const { deals: text, reason: reasonLabel } = correctionsWords.value
  const { positions, note, onNote } = props
  const { rows, taken } = positions
  return (
    <>
      <Totals rows={taken} />
      <p>
        <b role="status">
          {text.positions({ n: countText(taken.length), of: countText(rows.length) })}
        </b>
      </p>
      <ActRows label={text.rows} of={positions} columns={columns()} />
      <Field
        label={reasonLabel}
        value={note.reason}
        maxLength={REASON_CHARS_MAX}
        hasFocus={true}
        onInput={(reason) => onNote({ reason })}
      />
      <Field
        label={text.comment}
        value={note.comment}
        maxLength={COMMENT_CHARS_MAX}
        onInput={(comment) => onNote({ comment })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={note.isSkipped}
          onChange={() => onNote({ isSkipped: !note.isSkipped })}
        />
        {text.skip}
      </label>
    </>
  )
}

/** The range of prices of the deals of one side. */
function pricesOf(deals: readonly CorrectedDeal[], side: Side): string {
  const prices = deals
    .filter((deal) => deal.side === side)
    .map(({ price }) => price)
    .toSorted((one, other) => Number(one) - Number(other))
  const [low = '', high = low] = [prices[0], prices.at(-1)]
  return low === high ? grouped(low) : `${grouped(low)} … ${grouped(high)}`
}

/** The sum of the corrections in each currency. */
function Totals({ rows }: { rows: readonly Row[] }) {
  const { deals: text } = correctionsWords.value
  const totals = [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const open = own.filter((row) => row.price_open !== null).length
    return { currency, count: own.length, open, amount: exactSum(own.map((row) => row.amount)) }
  })
  return (
    <ShortTable
      label={text.totals}
      rows={totals}
      keyOf={({ currency }) => currency}
      columns={[
        { id: 'currency', label: text.currency, cell: ({ currency }) => currency },
        { id: 'count', label: text.count, isNumber: true, cell: ({ count }) => countText(count) },
        { id: 'open', label: text.stillOpen, isNumber: true, cell: ({ open }) => countText(open) },
        {
          id: 'amount',
          label: text.amount,
          isNumber: true,
          look: ({ amount }) => amountLook(amount),
          cell: ({ amount }) => <b>{signed(amount)}</b>,
        },
      ]}
    />
  )
}

/** Deals and positions that cannot be corrected, with the reasons. */
function LeftOut(props: { unpriced: number; missing: number; rows: readonly Row[] }) {
  const { deals: text } = correctionsWords.value
  const { unpriced, missing, rows } = props
  return (
    <>
      {unpriced > 0 && <p class="faint">{text.unpriced({ n: countText(unpriced) })}</p>}
      {missing > 0 && <p class="faint">{text.missing({ n: countText(missing) })}</p>}
      {rows.length > 0 && (
        <>
          <p class="loss">{text.leftOut({ n: countText(rows.length) })}</p>
          <ShortTable
            label={text.left}
            frame="scroll many-refused"
            hasHead={false}
            rows={rows}
            keyOf={({ position_id: id }) => id}
            columns={[
              { id: 'login', label: text.left, isNumber: true, cell: ({ login }) => login },
              { id: 'id', label: text.left, isNumber: true, cell: ({ position_id: id }) => id },
              {
                id: 'why',
                label: text.left,
                cell: ({ code, message }) => (
                  <span title={message}>
                    {code === 'conflict' ? text.conflict : refusalWords(code, message)}
                  </span>
                ),
              },
            ]}
          />
        </>
      )}
    </>
  )
}

function columns() {
  const { deals: text } = correctionsWords.value
  const { columns: label } = tradesWords.value
  const { text: plain, number, gain, side } = tradeKinds<Row>()
  const pricesOf = ({ deals }: Row) =>
    deals
      .map(({ price_before: before, price }) => `${grouped(before)} → ${grouped(price)}`)
      .join(', ')
  return [
    number('login', label.login, ({ login }) => login, { px: 84 }),
    number('position', label.position, ({ position_id: id }) => id, { px: 84 }),
    side((row) => row.side),
    plain('price', text.dealPrice, pricesOf, { px: 170, isNumber: true }),
    plain('open', text.openPrice, openPriceOf, { px: 170, isNumber: true }),
    gain('amount', text.amount, ({ amount }) => amount, { px: 110 }),
    plain('currency', label.currency, ({ currency }) => currency, { px: 70 }),
  ]
}
