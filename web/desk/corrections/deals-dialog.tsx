import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { type Answer, call } from '../../link/rest.js'
import { amountLook } from '../../look/amount.js'
import { Dialog, Field, OnceButton } from '../../look/controls.js'
import { ALL, type GridChoice, isChosen } from '../../look/grid/choice.js'
import { exactSum } from '../../staff/bulk/bulk-totals.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { grouped, isAmbiguous, signed, typedNumber } from '../../text/numbers.js'
import { answerWords, refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { ActRows } from '../bulk/act-rows.js'
import { ConfirmAct, type Confirmed } from '../bulk/confirm-act.js'
import { useBegin } from '../bulk/use-begin.js'
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
const SIDES: readonly Side[] = ['buy', 'sell']

/**
 * Corrects the prices of many deals of a symbol.
 * The server says what comes of each position before anything is done; what is sent are the deals that were seen here, without
 * those that were taken out. Whatever is typed after that has them looked at again.
 */
export function DealsDialog(props: {
  deals: readonly CorrectedDeal[]
  onBegun: () => void
  onClose: () => void
}) {
  const { deals } = props
  const { deals: text, reason: reasonLabel } = correctionsWords.value
  const begin = useBegin(props)
  const [typed, setTyped] = useState<Readonly<Record<Side, string>>>({ buy: '', sell: '' })
  const [comment, setComment] = useState('')
  const [reason, setReason] = useState('')
  const [isSkipped, setSkipped] = useState(false)
  const [seen, setSeen] = useState<readonly Row[] | null>(null)
  const [missing, setMissing] = useState(0)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const [choice, setChoice] = useState<GridChoice>(ALL)
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const digits = Math.max(...deals.map((deal) => deal.digits))
  const sides = SIDES.filter((side) => deals.some((deal) => deal.side === side))
  const priceOf = (side: Side) => typedNumber(typed[side], digits)
  const given = deals.flatMap(({ id, side }) => {
    const price = priceOf(side)
    return price === null || !/[1-9]/.test(price) ? [] : [{ id, price }]
  })
  const unpriced = deals.length - given.length
  const isWrong = sides.some((side) => typed[side].trim() !== '' && priceOf(side) === null)
  useEffect(() => {
    setSeen(null)
    setRefused(null)
    setChoice(ALL)
  }, [typed.buy, typed.sell])
  const look = async () => {
    const answer = await call('POST /admin/v1/deals/correct', {
      body: { items: given, preview: true },
    })
    setRefused(answer.ok ? null : answer)
    if (!answer.ok) return
    setSeen(answer.data.results)
    setMissing(answer.data.missing.length)
  }
  const rows = (seen ?? []).filter(({ status }) => status === 'planned')
  const left = (seen ?? []).filter(({ status }) => status === 'rejected')
  const taken = rows.filter((row) => isChosen(choice, String(row.position_id)))
  const body: Body = {
    items: taken.flatMap(({ deals: own }) => own.map(({ id, price }) => ({ id, price }))),
    ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    ...(isSkipped ? { skip_margin_check: true } : {}),
  }
  const count = (n: number) => grouped(String(n))
  const send = async () => {
    if (confirmed === null || taken.length === 0) return
    begin('correct_deals', { ...body, ...confirmed }, taken.length)
  }
  return (
    <Dialog
      title={text.title({ n: count(deals.length), symbol: deals[0]?.symbol ?? '' })}
      isWide={true}
      onClose={props.onClose}
    >
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <div class="desk-fields">
          {sides.map((side, i) => (
            <Field
              key={side}
              label={text.price[side]({ had: pricesOf(deals, side) })}
              value={typed[side]}
              inputMode="decimal"
              maxLength={24}
              hasFocus={i === 0}
              wrong={
                typed[side].trim() === '' || priceOf(side) !== null
                  ? undefined
                  : isAmbiguous(typed[side], digits)
                    ? words.value.typed.ambiguous
                    : words.value.typed.wrong
              }
              onInput={(value) => setTyped({ ...typed, [side]: value })}
            />
          ))}
        </div>
        <p class="faint">{text.says}</p>
        {refused !== null && (
          <div class="banner bad" role="alert">
            {answerWords(refused)}
          </div>
        )}
        {seen !== null && (
          <>
            {unpriced > 0 && <p class="faint">{text.unpriced({ n: count(unpriced) })}</p>}
            {missing > 0 && <p class="faint">{text.missing({ n: count(missing) })}</p>}
            {left.length > 0 && <Left rows={left} />}
            {rows.length > 0 && (
              <>
                <Totals rows={taken} />
                <p>
                  <b role="status">
                    {text.positions({ n: count(taken.length), of: count(rows.length) })}
                  </b>
                </p>
                <ActRows
                  label={text.rows}
                  rows={rows}
                  columns={columns()}
                  idOf={({ position_id: id }) => String(id)}
                  choice={choice}
                  onChoice={setChoice}
                />
                <Field
                  label={reasonLabel}
                  value={reason}
                  maxLength={REASON_CHARS_MAX}
                  hasFocus={true}
                  onInput={setReason}
                />
                <Field
                  label={text.comment}
                  value={comment}
                  maxLength={COMMENT_CHARS_MAX}
                  onInput={setComment}
                />
                <label class="check">
                  <input
                    type="checkbox"
                    checked={isSkipped}
                    onChange={() => setSkipped(!isSkipped)}
                  />
                  {text.skip}
                </label>
                <ConfirmAct
                  action="deal_corrections"
                  body={body}
                  count={taken.length}
                  onReady={setConfirmed}
                />
              </>
            )}
          </>
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          {rows.length === 0 ? (
            <OnceButton
              type="submit"
              class="primary"
              isOff={given.length === 0 || isWrong}
              onPress={look}
            >
              {text.look}
            </OnceButton>
          ) : (
            <OnceButton
              class="primary danger"
              isOff={confirmed === null || taken.length === 0 || reason.trim() === ''}
              onPress={send}
            >
              {text.send({ n: count(taken.length) })}
            </OnceButton>
          )}
        </footer>
      </form>
    </Dialog>
  )
}

/** The prices that the deals of a side have, from the lowest to the highest. */
function pricesOf(deals: readonly CorrectedDeal[], side: Side): string {
  const prices = deals
    .filter((deal) => deal.side === side)
    .map(({ price }) => price)
    .toSorted((one, other) => Number(one) - Number(other))
  const [low = '', high = low] = [prices[0], prices.at(-1)]
  return low === high ? low : `${low} … ${high}`
}

/** What it comes to in each currency. */
function Totals({ rows }: { rows: readonly Row[] }) {
  const { deals: text } = correctionsWords.value
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  return (
    <table class="list" aria-label={text.totals}>
      <thead>
        <tr>
          <th scope="col">{text.currency}</th>
          <th scope="col" class="num">
            {text.count}
          </th>
          <th scope="col" class="num">
            {text.stillOpen}
          </th>
          <th scope="col" class="num">
            {text.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {currencies.map((currency) => {
          const own = rows.filter((row) => row.currency === currency)
          const amount = exactSum(own.map((row) => row.amount))
          return (
            <tr key={currency}>
              <td>{currency}</td>
              <td class="num">{grouped(String(own.length))}</td>
              <td class="num">
                {grouped(String(own.filter((row) => row.price_open !== null).length))}
              </td>
              <td class="num">
                <b class={amountLook(amount)}>{signed(amount)}</b>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Those that cannot be corrected so, and why. */
function Left({ rows }: { rows: readonly Row[] }) {
  const { deals: text } = correctionsWords.value
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by keys
    <section class="scroll many-refused" tabIndex={0} aria-label={text.left}>
      <p class="loss">{text.leftOut({ n: grouped(String(rows.length)) })}</p>
      <table class="list" aria-label={text.left}>
        <tbody>
          {rows.map(({ position_id: id, login, code, message }) => (
            <tr key={id}>
              <td class="num">{login}</td>
              <td class="num">{id}</td>
              <td title={message}>
                {code === 'conflict' ? text.conflict : refusalWords(code, message)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function columns() {
  const { deals: text } = correctionsWords.value
  const { text: plain, number, gain, side } = tradeKinds<Row>()
  return [
    number('login', 'login', 84, ({ login }) => login),
    number('position', 'position', 84, ({ position_id: id }) => id),
    side((row) => row.side),
    {
      ...number('price', 'price', 170, ({ deals }) =>
        deals.map(({ price_before: before, price }) => `${before} → ${price}`).join(', '),
      ),
      label: text.dealPrice,
    },
    { ...number('open', 'open', 170, openPriceOf), label: text.openPrice },
    { ...gain('amount', 'profit', 110, ({ amount }) => amount), label: text.amount },
    plain('currency', 'currency', 70, ({ currency }) => currency),
  ]
}
