import { useEffect, useState } from 'preact/hooks'
import { monotonic, serverNow } from '../link/clock.js'
import { Dialog, OnceButton } from '../look/controls.js'
import { lazyButSoon } from '../look/lazy.js'
import { wasKey } from '../state/last-input.js'
import { quoteOf, second } from '../state/market.js'
import { say } from '../state/notes.js'
import { countText, fractionOf, grouped, scaled, signed } from '../text/numbers.js'
import { words } from '../text/terminal/words.js'
import { terms } from '../trader/account/account.js'
import { changing } from '../trader/requests/changing.js'
import { displayedChanges } from '../trader/requests/displayed-changes.js'
import {
  answerQuestion,
  mayTrade,
  type Question,
  question,
  questionTitle,
  takeRequote,
} from '../trader/requests/sending.js'
import { dropRequote, type Requote, requotes } from '../trader/requests/trading.js'
import { moneyBetween } from '../trader/ticket/point-values.js'

const Change = lazyButSoon(() => import('./parts.js').then(({ ChangeDialog }) => ChangeDialog))
const Changes = lazyButSoon(() => import('./parts.js').then(({ ChangesDialog }) => ChangesDialog))

/** The dialogs of trading: confirmations, requotes, and changes of stops and orders. */
export function TradeDialogs() {
  const asked = question.value
  const change = changing.value
  const shown = displayedChanges.value
  const [offer] = requotes.value
  return (
    <>
      {asked !== null && <QuestionDialog asked={asked} />}
      {offer !== undefined && <RequoteDialog key={offer.quoteId} offer={offer} />}
      {change !== null && <Change key={`${change.kind} ${change.id}`} change={change} />}
      {shown !== null && <Changes key={`${shown.kind} ${shown.id}`} {...shown} />}
    </>
  )
}

/**
 * The time for which a dialog opened by a key ignores Enter, because the key press may have been
 * meant for something else.
 */
const KEY_DEAF_MS = 500

function QuestionDialog({ asked }: { asked: Question }) {
  const [isByKey] = useState(wasKey)
  const [since] = useState(monotonic)
  const onKeyDown = (event: KeyboardEvent) => {
    const isDeaf = event.repeat || (isByKey && monotonic() - since < KEY_DEAF_MS)
    if (isDeaf && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
  }
  // Prices and amounts are updated while the dialog is open.
  const isDrawn =
    second.value >= 0 && (asked.symbol === null || quoteOf(asked.symbol).value !== null)
  const lines = isDrawn ? (asked.lines?.() ?? []) : []
  return (
    <Dialog title={questionTitle(asked)} onClose={() => void answerQuestion(false)}>
      <ul class="lines">
        {lines.map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </ul>
      {/*
       * biome-ignore lint/a11y/noStaticElementInteractions: it blocks key presses for its buttons
       */}
      <footer onKeyDown={onKeyDown}>
        <button
          type="button"
          data-first={isByKey ? true : undefined}
          onClick={() => void answerQuestion(false)}
        >
          {words.value.cancel}
        </button>
        <OnceButton
          class={asked.side === undefined ? 'primary' : `fill-${asked.side}`}
          isFirst={!isByKey}
          isOff={!mayTrade()}
          onPress={() => answerQuestion(true)}
        >
          {asked.go ?? asked.what}
        </OnceButton>
      </footer>
    </Dialog>
  )
}

/** A requote is valid for some seconds. Nothing happens unless the trader accepts it. */
function RequoteDialog({ offer }: { offer: Requote }) {
  const left = second.value >= 0 ? Math.ceil((offer.until - serverNow()) / 1000) : 0
  useEffect(() => {
    if (left > 0) return
    dropRequote(offer)
    say('plain', offer.words, words.value.trade.over)
  }, [left])
  const { trade: text } = words.value
  const { seen, price, side } = offer
  return (
    <Dialog title={text.requote} onClose={() => dropRequote(offer)}>
      <p>{text.requoteText({ what: offer.words, price: grouped(price) })}</p>
      {seen !== null && (
        <dl class="costs">
          <dt>{text.priceSeen}</dt>
          <dd>{grouped(seen)}</dd>
          <dt>{text.priceOffered}</dt>
          <dd>{grouped(price)}</dd>
          <dt>{text.priceAway}</dt>
          <dd class={isWorse(side, seen, price) ? 'loss' : 'gain'}>
            {differenceWords(offer, seen)}
          </dd>
        </dl>
      )}
      <footer>
        <button type="button" onClick={() => dropRequote(offer)}>
          {words.value.cancel}
        </button>
        <OnceButton class="primary" isOff={!mayTrade()} onPress={() => takeRequote(offer)}>
          {text.take({ seconds: left })}
        </OnceButton>
      </footer>
    </Dialog>
  )
}

function isWorse(side: 'buy' | 'sell', seen: string, price: string): boolean {
  return side === 'buy' ? Number(price) > Number(seen) : Number(price) < Number(seen)
}

/** The difference in points, and in money for this volume. */
function differenceWords({ request, side, price }: Requote, seen: string): string {
  const { trade: text } = words.value
  const digits = Math.max(fractionOf(seen), fractionOf(price))
  const points = scaled(price, digits) - scaled(seen, digits)
  const said = text.pointsAway({
    points: countText(points < 0n ? -points : points),
    isWorse: isWorse(side, seen, price),
  })
  const money = moneyBetween(request, side, seen, price)
  return money === null ? said : `${said}, ${signed(money)} ${terms.value?.currency ?? ''}`
}
