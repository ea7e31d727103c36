import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { OnceButton, Stepper } from '../../look/controls.js'
import type { Request } from '../../staff/dealing.js'
import { rejectionTexts, TEXT_CHARS_MAX } from '../../staff/dealing-texts.js'
import { type Depth, lookAtDepth } from '../../staff/prices.js'
import { session } from '../../state/session.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { fractionOf, pointOf, typedNumber } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { ownKeys } from '../keys.js'
import type { Act, Still } from './acts.js'
import { RequestAccount } from './request-account.js'
import {
  field,
  fillPrice,
  fills,
  isFar,
  isLive,
  kindText,
  marketOf,
  pointsWorse,
  whatText,
} from './request-words.js'

interface Refused {
  readonly price: string
  readonly message: string
}

/** A button of the page: Enter presses it, and confirms nothing beside. */
const isButton = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a') !== null

/**
 * The chosen request: what is asked for and its answers, the market, the account.
 *
 *   R1. A confirmation sends the price that is drawn, whatever the market has become meanwhile.
 *   R2. A confirmation that is refused leaves its price in the field, to be offered: it is not confirmed again by the
 *       same key.
 *   R3. A price that is further than one percent from the market is asked back once, in place.
 *   R4. Answers are there for whoever has taken the request, and for nobody else.
 */
export function RequestCard(props: { row: Request; act: Act; still: Still }) {
  const { row } = props
  const answer = useAnswer(props)
  return (
    <div class="dealing-columns">
      <Answers row={row} answer={answer} />
      <Market row={row} onPrice={answer.isMine && fills(row) ? answer.setTyped : null} />
      <RequestAccount row={row} />
    </div>
  )
}

type Answer = ReturnType<typeof useAnswer>

function useAnswer({ row, act, still }: { row: Request; act: Act; still: Still }) {
  /** The price of the dealer; null follows the market. */
  const [typed, setTyped] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<Refused | null>(null)
  /** A price that is far from the market, to be pressed again. */
  const [asked, setAsked] = useState<string | null>(null)
  const isMine = row.taken_by !== null && row.taken_by === session.value?.login
  const isFill = fills(row)
  const market = fillPrice(row)
  const price = typed === null ? market : typedNumber(typed)
  const isRefused = refused !== null && refused.price === price
  const send = async (name: Parameters<Act>[0], args?: Parameters<Act>[1]) => {
    if (!still.is.value) return
    const answer = await act(name, args)
    if (name !== 'confirm' || answer?.code !== 'trade.invalid_price') return
    still.begin()
    const sent = args?.price ?? ''
    setRefused({ price: sent, message: refusalWords(answer.code, answer.message) })
    setTyped(sent)
  }
  const priced = async (name: 'confirm' | 'requote') => {
    if (!isFill) return name === 'confirm' ? send('confirm') : undefined
    if (price === null) return
    if (!still.is.value) return
    if (isFar(price, market) && asked !== price) {
      still.begin()
      setAsked(price)
      return
    }
    return send(name, { price })
  }
  const acts = {
    take: () => send('take'),
    confirm: async () => (isRefused ? undefined : priced('confirm')),
    requote: () => priced('requote'),
    reject: (why: string) => send('reject', why.trim() === '' ? {} : { text: why.trim() }),
    giveBack: () => send('return'),
  }
  // R1: keys act by what was drawn last.
  const drawn = useRef({ acts, isMine, isFree: row.taken_by === null, text })
  useLayoutEffect(() => {
    drawn.current = { acts, isMine, isFree: row.taken_by === null, text }
  })
  useEffect(() => ownKeys((event) => pressed(event, drawn.current)), [])
  const isAsked = asked !== null && asked === price
  return {
    ...{ typed, setTyped, text, setText, refused, isRefused, isAsked },
    ...{ isMine, isFill, market, price, acts },
  }
}

interface Drawn {
  readonly acts: Answer['acts']
  readonly isMine: boolean
  readonly isFree: boolean
  readonly text: string
}

function pressed({ key, altKey, target }: KeyboardEvent, { acts, isMine, isFree, text }: Drawn) {
  if (altKey) return false
  const name = key.toLowerCase()
  if (name === 't' && isFree) {
    void acts.take()
    return true
  }
  if (!isMine || (name === 'enter' && isButton(target))) return false
  const kept = /^[1-9]$/.test(key) ? rejectionTexts()[Number(key) - 1] : ''
  if (name === 'enter') void acts.confirm()
  else if (name === 'q') void acts.requote()
  else if (name === 'x') void acts.reject(text)
  else if (name === 'l') void acts.giveBack()
  else if (kept) void acts.reject(kept)
  else return /^[1-9]$/.test(key)
  return true
}

function Answers({ row, answer }: { row: Request; answer: Answer }) {
  const text = dealingWords.value
  const { acts, price, isMine, isFill, refused, isRefused, isAsked } = answer
  return (
    <div class="dealing-answer stack">
      <h2>
        {text.number(row.id)} <span class={field(row, 'side')}>{whatText(row)}</span>{' '}
        <span class="faint">{kindText(row)}</span>
      </h2>
      <Asked row={row} price={price} />
      {refused !== null && (
        <div class="banner bad" role="alert">
          {text.refused} {refused.message}
        </div>
      )}
      {isAsked && price !== null && (
        <div class="banner" role="alert">
          {text.far(price)}
        </div>
      )}
      {row.taken_by === null ? (
        <OnceButton class="primary" onPress={acts.take}>
          {text.take} <kbd>T</kbd>
        </OnceButton>
      ) : !isMine ? (
        <p class="faint" role="status">
          {text.takenBy(row.taken_by)}
        </p>
      ) : (
        <>
          {isFill && <PriceField row={row} answer={answer} />}
          <div class="row wrap">
            <OnceButton
              class={isRefused ? '' : 'primary'}
              isOff={isFill && (price === null || isRefused)}
              onPress={acts.confirm}
            >
              {isFill && price !== null ? text.confirmAt(price) : text.confirm} <kbd>Enter</kbd>
            </OnceButton>
            {isFill && (
              <OnceButton
                class={isRefused ? 'primary' : ''}
                isOff={price === null}
                onPress={acts.requote}
              >
                {price === null ? text.requote : text.requoteAt(price)} <kbd>Q</kbd>
              </OnceButton>
            )}
            <OnceButton onPress={acts.giveBack}>
              {text.giveBack} <kbd>L</kbd>
            </OnceButton>
          </div>
          <Rejecting answer={answer} />
        </>
      )}
    </div>
  )
}

/** What the client asked for, and how the drawn price stands to it. */
function Asked({ row, price }: { row: Request; price: string | null }) {
  const text = dealingWords.value
  const worse = pointsWorse(row, price)
  const deviation = Number(row.request['deviation_pts'] ?? 0)
  const facts: readonly (readonly [string, string])[] = [
    [text.asks, `${field(row, 'price')} ${deviation > 0 ? text.deviation(deviation) : ''}`.trim()],
    [text.stopLoss, field(row, 'stop_loss')],
    [text.takeProfit, field(row, 'take_profit')],
    [text.comment, field(row, 'comment')],
  ]
  return (
    <>
      <dl class="dealing-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {field(row, 'dealer') !== '' && <p class="faint">{text.ofStaff(field(row, 'dealer'))}</p>}
      {worse !== null && (
        <p class={worse > BigInt(deviation) ? 'loss' : worse < 0n ? 'gain' : 'faint'}>
          {worse === 0n
            ? text.same
            : worse > 0n
              ? text.worse(String(worse))
              : text.better(String(-worse))}
        </p>
      )}
    </>
  )
}

function PriceField({ row, answer }: { row: Request; answer: Answer }) {
  const text = dealingWords.value
  const { typed, setTyped, market, price, acts } = answer
  const digits = fractionOf(market ?? row.bid ?? field(row, 'price'))
  return (
    <fieldset
      class="bare dealing-price"
      onKeyDown={(event) => {
        const { key, repeat, target } = event
        if (!(target instanceof HTMLInputElement) || repeat) return
        if (key === 'Enter') void acts.confirm()
        else if (key === 'Escape') target.blur()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <Stepper
        label={text.price}
        value={typed ?? market ?? ''}
        step={pointOf(digits)}
        digits={digits}
        onInput={setTyped}
      />
      {typed === null ? (
        <span class="faint">{price === null ? text.noPrice : text.priceFollows}</span>
      ) : (
        <button type="button" class="small" onClick={() => setTyped(null)}>
          {text.follow}
        </button>
      )}
    </fieldset>
  )
}

function Rejecting({ answer }: { answer: Answer }) {
  const words = dealingWords.value
  const { text, setText, acts } = answer
  const texts = rejectionTexts()
  return (
    <div class="stack dealing-reject">
      <div class="row">
        <input
          class="grow"
          aria-label={words.rejectText}
          placeholder={words.rejectText}
          maxLength={TEXT_CHARS_MAX}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.blur()
          }}
        />
        <OnceButton onPress={() => acts.reject(text)}>
          {words.reject} <kbd>X</kbd>
        </OnceButton>
      </div>
      <div class="row wrap">
        {texts.every((one) => one === '') && <span class="faint">{words.noTexts}</span>}
        {texts.map((one, i) =>
          one === '' ? null : (
            <OnceButton key={one} class="small" onPress={() => acts.reject(one)}>
              <kbd>{i + 1}</kbd> {one}
            </OnceButton>
          ),
        )}
      </div>
    </div>
  )
}

/** The market as the account's group sees it, with the volume at each price; a price that is pressed goes to the field. */
function Market(props: { row: Request; onPrice: ((price: string) => void) | null }) {
  const { row, onPrice } = props
  const text = dealingWords.value
  const { group, symbol } = row
  const [depth, setDepth] = useState<Depth | null>(null)
  useEffect(() => {
    setDepth(null)
    return lookAtDepth(group, symbol, setDepth)
  }, [group, symbol])
  const market = marketOf(row)
  return (
    <div class="dealing-market">
      <h2>{text.market(symbol, group)}</h2>
      <dl class="figures" title={isLive(row) ? undefined : text.asOfComing}>
        <div class="figure">
          <dt>{text.bid}</dt>
          <dd class={isLive(row) ? 'sell' : 'faint'}>{market?.bid ?? '–'}</dd>
        </div>
        <div class="figure">
          <dt>{text.ask}</dt>
          <dd class={isLive(row) ? 'buy' : 'faint'}>{market?.ask ?? '–'}</dd>
        </div>
      </dl>
      {depth === null || depth.bids.length + depth.asks.length === 0 ? (
        <p class="faint">{text.noDepth}</p>
      ) : (
        <div class="dealing-depth" title={text.depth}>
          {depth.asks.toReversed().map((one) => (
            <DepthRow key={`a${one.price}`} {...one} look="buy" onPrice={onPrice} />
          ))}
          {depth.bids.map((one) => (
            <DepthRow key={`b${one.price}`} {...one} look="sell" onPrice={onPrice} />
          ))}
        </div>
      )}
    </div>
  )
}

function DepthRow(props: {
  price: string
  volume: string | null
  look: string
  onPrice: ((price: string) => void) | null
}) {
  const { price, volume, look, onPrice } = props
  const inside = (
    <>
      <span class={look}>{price}</span>
      <span class="faint num">{volume ?? ''}</span>
    </>
  )
  if (onPrice === null) return <div>{inside}</div>
  return (
    <button
      type="button"
      class="plain"
      onClick={() => {
        onPrice(price)
        // From there Enter confirms it.
        document.querySelector<HTMLElement>('.dealing-price input')?.focus()
      }}
    >
      {inside}
    </button>
  )
}
