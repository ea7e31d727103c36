import { useEffect, useState } from 'preact/hooks'
import { after, serverNow } from '../../link/clock.js'
import type { Schemas, Side } from '../../link/contract.js'
import { type Answer, call } from '../../link/rest.js'
import { Field, Segments } from '../../look/controls.js'
import type { Account, OpenPosition } from '../../staff/records.js'
import { knownSymbols, needKnown } from '../../staff/settings/known.js'
import { second } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { grouped, typedNumber } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { ageText } from '../../text/times.js'
import { words } from '../../text/words.js'
import type { Confirmed } from '../bulk/confirm-act.js'
import { ActDialog } from '../changes/act-dialog.js'

type Body = Schemas['StaffTradeBody']
type Check = Schemas['TradeCheckView']
const CHECK_MS = 400

/**
 * A trade by staff for an account: a new one at the market, or the close of a position.
 *
 *   J1. It has its id from the opening of the dialog on; while its outcome is not known nothing of it can be changed.
 *   J2. What it takes and costs is worked out by the server before it is sent.
 */
export function TradeDialog(props: {
  account: Account
  position: OpenPosition | null
  onClose: () => void
}) {
  const text = accountActsWords.value
  const { position } = props
  const { login, currency } = props.account
  const [symbol, setSymbol] = useState('')
  const [side, setSide] = useState<Side>('buy')
  const [volume, setVolume] = useState(position?.volume ?? '')
  const [stop, setStop] = useState('')
  const [target, setTarget] = useState('')
  const [comment, setComment] = useState('')
  const [sentAt, setSentAt] = useState<number | null>(null)
  useEffect(needKnown, [])
  const lots = typedNumber(volume)
  const prices = [stop, target].map((price) => (price.trim() === '' ? '' : typedNumber(price)))
  const isReady =
    lots !== null &&
    /[1-9]/.test(lots) &&
    prices.every((price) => price !== null) &&
    (position !== null || symbol.trim() !== '')
  const body: Body = {
    ...(position === null
      ? { kind: 'open', symbol: symbol.trim(), side }
      : { kind: 'close', position_id: position.id }),
    volume: lots ?? '0',
    ...(prices[0] ? { stop_loss: prices[0] } : {}),
    ...(prices[1] ? { take_profit: prices[1] } : {}),
    ...(comment === '' ? {} : { comment }),
  }
  const check = useCheck(login, isReady && position === null ? JSON.stringify(body) : '')
  const what =
    position === null
      ? text.send({ side: words.value.sides[side], volume: lots ?? '', symbol: symbol.trim() })
      : text.close({ volume: lots ?? '', symbol: position.symbol })
  const send = async (key: string, confirmed: Confirmed) => {
    setSentAt(serverNow())
    const answer = await call('POST /admin/v1/accounts/{login}/trade', {
      params: { login },
      body: { ...body, ...confirmed },
      key,
    })
    setSentAt(null)
    return answer
  }
  return (
    <ActDialog
      title={position === null ? text.openTitle({ login }) : text.closeTitle({ id: position.id })}
      act={what}
      again={text.askAgain}
      isOff={!isReady}
      isShut={sentAt !== null}
      unknown={text.unknown}
      confirm={{ action: 'trade', body: () => ({ login, ...body }) }}
      send={send}
      onDone={({ price, deal_id: deal }) => {
        say(
          'good',
          price === null ? text.placed({ what }) : text.done({ what, price }),
          deal === null ? '' : text.deal({ id: deal }),
        )
        props.onClose()
      }}
      onClose={props.onClose}
    >
      {position === null && (
        <What symbol={symbol} side={side} onSymbol={setSymbol} onSide={setSide} />
      )}
      <Field
        label={position === null ? text.volume : text.ofVolume({ volume: position.volume })}
        value={volume}
        inputMode="decimal"
        wrong={volume !== '' && lots === null ? words.value.typed.wrong : undefined}
        onInput={setVolume}
      />
      {position === null && (
        <div class="desk-fields">
          <Field label={text.stop} value={stop} inputMode="decimal" onInput={setStop} />
          <Field label={text.target} value={target} inputMode="decimal" onInput={setTarget} />
        </div>
      )}
      <Field label={text.comment} value={comment} maxLength={64} onInput={setComment} />
      {check !== null && <Costs check={check} side={side} currency={currency} />}
      <Waits sentAt={sentAt} />
    </ActDialog>
  )
}

/** J2. Debounced check of a trade by the server; an empty text asks nothing. */
function useCheck(login: number, asked: string): Answer<Check> | null {
  const [check, setCheck] = useState<Answer<Check> | null>(null)
  useEffect(() => {
    setCheck(null)
    if (asked === '') return undefined
    let isOld = false
    const stopWaiting = after(CHECK_MS, () => {
      const of = { params: { login }, body: JSON.parse(asked) as Schemas['CheckBody'] }
      void call('POST /admin/v1/accounts/{login}/trade/check', of).then((answer) => {
        if (!isOld) setCheck(answer)
      })
    })
    return () => {
      isOld = true
      stopWaiting()
    }
  }, [asked])
  return check
}

/** The seconds since the request was sent; the rules of a trade before that. */
function Waits({ sentAt }: { sentAt: number | null }) {
  const text = accountActsWords.value
  return (
    <p class="faint">
      {sentAt === null || second.value < 0
        ? text.rules
        : text.waits({
            seconds: ageText(Math.max(0, Math.floor((serverNow() - sentAt) / 1_000))),
          })}
    </p>
  )
}

/** The symbol and side of a new trade. */
function What(props: {
  symbol: string
  side: Side
  onSymbol: (symbol: string) => void
  onSide: (side: Side) => void
}) {
  return (
    <>
      <SymbolField value={props.symbol} onInput={props.onSymbol} />
      <Segments
        label={accountActsWords.value.side}
        value={props.side}
        options={[
          ['buy', words.value.sides.buy],
          ['sell', words.value.sides.sell],
        ]}
        onInput={props.onSide}
      />
    </>
  )
}

function SymbolField(props: { value: string; onInput: (value: string) => void }) {
  const text = accountActsWords.value
  return (
    <div class="field">
      <label for="trade-symbol">{text.symbol}</label>
      <input
        id="trade-symbol"
        list="trade-symbols"
        data-first={true}
        autocomplete="off"
        spellcheck={false}
        maxLength={64}
        value={props.value}
        onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
      />
      <datalist id="trade-symbols">
        {knownSymbols.value.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}

/** What the server says of it now: its price, its margin, its commission, or why it would be refused. */
function Costs(props: { check: Answer<Check>; side: Side; currency: string }) {
  const text = accountActsWords.value
  const { check, currency } = props
  if (!check.ok) {
    return <p class="loss">{refusalWords(check.code, check.message, check.data)}</p>
  }
  const { bid, ask, order_margin: margin, fee } = check.data
  const price = props.side === 'buy' ? ask : bid
  const amount = (value: string | null) =>
    value === null ? words.value.none : `${grouped(value)} ${currency}`
  return (
    <dl class="two-sums">
      <dt>{text.price}</dt>
      <dd class="num">{price ?? text.noPrice}</dd>
      <dt>{text.margin}</dt>
      <dd class="num">{amount(margin)}</dd>
      <dt>{text.commission}</dt>
      <dd class="num">{amount(fee)}</dd>
    </dl>
  )
}
