import { useEffect, useState } from 'preact/hooks'
import type { Depth } from '../../link/contract.js'
import { OnceButton } from '../../look/controls.js'
import type { Request } from '../../staff/dealing/dealing.js'
import { rejectionTexts, TEXT_CHARS_MAX } from '../../staff/dealing/dealing-texts.js'
import { lookAtDepth } from '../../staff/dealing/prices.js'
import { keyFor } from '../../staff/own-keys.js'
import { dealingWords } from '../../text/desk/dealing-words.js'
import { countText, grouped, groupedLots } from '../../text/numbers.js'
import { fieldText } from '../../text/typed-numbers.js'
import type { SendAct, Still } from './acts.js'
import { PriceField } from './price-field.js'
import { RequestAccount } from './request-account.js'
import {
  field,
  fills,
  isLive,
  kindText,
  marketOf,
  percentAway,
  pointsWorse,
  whatText,
} from './request-words.js'
import { type DealerAnswer, OFFER_SECS, offerSec, useAnswer } from './use-answer.js'

/**
 * The selected request: the client's order, the answers open to its dealer, the market and the
 * account.
 */
export function RequestCard(props: { row: Request; act: SendAct; still: Still }) {
  const { row } = props
  const answer = useAnswer(props)
  return (
    <div class="dealing-columns">
      <Answers row={row} answer={answer} />
      <Market
        row={row}
        onPrice={answer.isMine && fills(row) ? (price) => answer.setTyped(fieldText(price)) : null}
      />
      <RequestAccount row={row} price={answer.price} />
    </div>
  )
}

function Answers({ row, answer }: { row: Request; answer: DealerAnswer }) {
  const text = dealingWords.value
  const { acts, price, market, isMine, isFill, refused, isRefused, mustConfirm, wants } = answer
  return (
    <div class="dealing-answer stack">
      <h2>
        {text.number({ id: row.id })} <span class={field(row, 'side')}>{whatText(row)}</span>{' '}
        <span class="faint">{kindText(row)}</span>
      </h2>
      <Asked row={row} price={price} />
      {refused !== null && (
        <div class="banner bad" role="alert">
          {text.refused} {refused.message}
        </div>
      )}
      {mustConfirm && price !== null && (
        <div class="banner" role="alert">
          {(wants ? text.farNeeds : text.far)({
            price: grouped(price),
            percent: grouped(percentAway(price, market) ?? ''),
          })}
        </div>
      )}
      {row.taken_by === null ? (
        <OnceButton class="primary" onPress={acts.take}>
          {text.take} <kbd>{keyFor('T')}</kbd>
        </OnceButton>
      ) : !isMine ? (
        <p class="faint" role="status">
          {text.takenBy({ login: row.taken_by })}
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
              {isFill && price !== null ? text.confirmAt({ price: grouped(price) }) : text.confirm}{' '}
              <kbd>Enter</kbd>
            </OnceButton>
            {isFill && (
              <OnceButton
                class={isRefused ? 'primary' : ''}
                isOff={price === null}
                onPress={acts.requote}
              >
                {price === null ? text.requote : text.requoteAt({ price: grouped(price) })}{' '}
                <kbd>{keyFor('Q')}</kbd>
              </OnceButton>
            )}
            {isFill && <OfferHolds />}
            <OnceButton onPress={acts.giveBack}>
              {text.giveBack} <kbd>{keyFor('L')}</kbd>
            </OnceButton>
          </div>
          <Rejecting answer={answer} />
        </>
      )}
    </div>
  )
}

/** How long the dealer's offer stays valid. */
function OfferHolds() {
  const text = dealingWords.value
  return (
    <select
      aria-label={text.offerHolds}
      title={text.offerHolds}
      value={offerSec.value}
      onChange={({ currentTarget }) => {
        offerSec.value = Number(currentTarget.value)
      }}
    >
      {OFFER_SECS.map((seconds) => (
        <option key={seconds} value={seconds}>
          {seconds === 0 ? text.offerUsual : text.offerFor({ seconds })}
        </option>
      ))}
    </select>
  )
}

/** The client's order, and how the entered price compares with it. */
function Asked({ row, price }: { row: Request; price: string | null }) {
  const text = dealingWords.value
  const worse = pointsWorse(row, price)
  const deviation = Number(row.request['deviation_pts'] ?? 0)
  const facts: readonly (readonly [string, string])[] = [
    [
      text.asks,
      `${grouped(field(row, 'price'))} ${deviation > 0 ? text.deviation({ points: deviation }) : ''}`.trim(),
    ],
    [text.stopLoss, grouped(field(row, 'stop_loss'))],
    [text.takeProfit, grouped(field(row, 'take_profit'))],
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
      {field(row, 'dealer') !== '' && (
        <p class="faint">{text.ofStaff({ login: field(row, 'dealer') })}</p>
      )}
      {worse !== null && (
        <p class={worse > BigInt(deviation) ? 'loss' : worse < 0n ? 'gain' : 'faint'}>
          {worse === 0n
            ? text.same
            : worse > 0n
              ? text.worse({ points: countText(worse) })
              : text.better({ points: countText(-worse) })}
        </p>
      )}
    </>
  )
}

function Rejecting({ answer }: { answer: DealerAnswer }) {
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
          {words.reject} <kbd>{keyFor('X')}</kbd>
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

/**
 * The market with the group's markup, with the volume at each price. A click on a price enters it
 * into the field.
 */
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
      <h2>{text.market({ symbol, group })}</h2>
      <dl class="figures" title={isLive(row) ? undefined : text.asOfComing}>
        <div class="figure">
          <dt>{text.bid}</dt>
          <dd class={isLive(row) ? 'sell' : 'faint'}>{grouped(market?.bid ?? '–')}</dd>
        </div>
        <div class="figure">
          <dt>{text.ask}</dt>
          <dd class={isLive(row) ? 'buy' : 'faint'}>{grouped(market?.ask ?? '–')}</dd>
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
      <span class={look}>{grouped(price)}</span>
      <span class="faint num">{groupedLots(volume ?? '')}</span>
    </>
  )
  if (onPrice === null) return <div>{inside}</div>
  return (
    <button
      type="button"
      class="plain"
      onClick={() => {
        onPrice(price)
        // In the field, Enter confirms the price.
        document.querySelector<HTMLElement>('.dealing-price input')?.focus()
      }}
    >
      {inside}
    </button>
  )
}
