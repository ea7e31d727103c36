import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../link/clock.js'
import { Dialog, Field, OnceButton, Stepper } from '../look/controls.js'
import type { Order, Position } from '../state/account.js'
import { changing, closePosition, kindWords, question, setStops } from '../state/acts.js'
import { newest, second, symbols } from '../state/market.js'
import { say } from '../state/notes.js'
import { requote, takeRequote, trade } from '../state/trading.js'
import { pointOf, typedNumber } from '../text/numbers.js'
import { words } from '../text/words.js'

/** Dialogs of trading: what is asked back, other prices, changes of stops and orders. */
export function ConfirmDialogs() {
  const asked = question.value
  const change = changing.value
  return (
    <>
      {asked !== null && (
        <Dialog title={asked.title} onClose={() => (question.value = null)}>
          <ul
            class="stack"
            style={{
              margin: 0,
              padding: 0,
              listStyle: 'none',
              maxHeight: '40vh',
              overflow: 'auto',
            }}
          >
            {asked.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <footer>
            <button type="button" onClick={() => (question.value = null)}>
              {words.value.cancel}
            </button>
            <OnceButton
              class={asked.side === undefined ? 'primary' : `fill-${asked.side}`}
              isFirst={true}
              onPress={async () => {
                question.value = null
                await asked.act()
              }}
            >
              {asked.go}
            </OnceButton>
          </footer>
        </Dialog>
      )}
      {requote.value !== null && <RequoteDialog />}
      {change?.kind === 'stops' && <StopsDialog position={change.position} />}
      {change?.kind === 'volume' && <VolumeDialog position={change.position} />}
      {change?.kind === 'order' && <OrderDialog order={change.order} />}
    </>
  )
}

/** Another price is offered for some seconds; nothing happens unless it is taken. */
function RequoteDialog() {
  const offer = requote.value
  const left =
    second.value >= 0 && offer !== null ? Math.ceil((offer.until - serverNow()) / 1000) : 0
  useEffect(() => {
    if (left > 0 || offer === null) return
    requote.value = null
    say('plain', offer.words, words.value.trade.over)
  }, [left])
  if (offer === null) return null
  const { trade: text } = words.value
  return (
    <Dialog title={text.requote} onClose={() => (requote.value = null)}>
      <p>{text.requoteText(offer.words, offer.price)}</p>
      <footer>
        <button type="button" onClick={() => (requote.value = null)}>
          {words.value.cancel}
        </button>
        <OnceButton class="primary" onPress={() => takeRequote(offer)}>
          {text.take(left)}
        </OnceButton>
      </footer>
    </Dialog>
  )
}

function StopsDialog({ position }: { position: Position }) {
  const { ticket: text, trade: said, positions } = words.value
  const [stop, setStop] = useState(position.stop_loss ?? '')
  const [target, setTarget] = useState(position.take_profit ?? '')
  const [trailing, setTrailing] = useState(String(position.trailing_pts ?? 0))
  const price = newest(position.symbol)?.bid ?? position.price_open
  const close = () => {
    changing.value = null
  }
  const save = async () => {
    const stops = { stop_loss: typedNumber(stop) ?? '0', take_profit: typedNumber(target) ?? '0' }
    close()
    await setStops(position, { ...stops, trailing_pts: Number(typedNumber(trailing) ?? 0) })
  }
  const step = pointOf(position.digits)
  return (
    <Dialog title={said.stopsWhat(position.symbol)} onClose={close}>
      <Stepper
        label={text.stopLoss}
        value={stop}
        step={step}
        digits={position.digits}
        from={price}
        onInput={setStop}
      />
      <Stepper
        label={text.takeProfit}
        value={target}
        step={step}
        digits={position.digits}
        from={price}
        onInput={setTarget}
      />
      <Field
        label={positions.trailing}
        value={trailing}
        inputMode="numeric"
        onInput={setTrailing}
      />
      <footer>
        <button type="button" onClick={close}>
          {words.value.cancel}
        </button>
        <OnceButton class="primary" onPress={save}>
          {words.value.save}
        </OnceButton>
      </footer>
    </Dialog>
  )
}

function VolumeDialog({ position }: { position: Position }) {
  const { ticket: text, trade: said, sides } = words.value
  const symbol = symbols.value.get(position.symbol)
  const [volume, setVolume] = useState(position.volume)
  const close = () => {
    changing.value = null
  }
  const typed = typedNumber(volume)
  const what = said.closeWhat(sides[position.side], typed ?? volume, position.symbol)
  return (
    <Dialog title={what} onClose={close}>
      <Stepper
        label={text.volume}
        value={volume}
        step={symbol?.volume_step ?? '0.01'}
        digits={2}
        onInput={setVolume}
      />
      <footer>
        <button type="button" onClick={close}>
          {words.value.cancel}
        </button>
        <OnceButton
          class="primary"
          isOff={typed === null}
          onPress={async () => {
            close()
            await closePosition(position, typed ?? undefined)
          }}
        >
          {what}
        </OnceButton>
      </footer>
    </Dialog>
  )
}

function OrderDialog({ order }: { order: Order }) {
  const { ticket: text, orders, trade: said } = words.value
  const [price, setPrice] = useState(order.price ?? '')
  const [stop, setStop] = useState(order.stop_loss ?? '')
  const [target, setTarget] = useState(order.take_profit ?? '')
  const close = () => {
    changing.value = null
  }
  const step = pointOf(order.digits)
  const save = async () => {
    close()
    const request = {
      kind: 'change',
      order_id: order.id,
      price: typedNumber(price) ?? order.price,
      stop_loss: typedNumber(stop) ?? '0',
      take_profit: typedNumber(target) ?? '0',
    }
    await trade(request, said.changeWhat(kindWords(order.kind), order.symbol))
  }
  return (
    <Dialog title={orders.changeTitle(order.id)} onClose={close}>
      <Stepper
        label={text.price}
        value={price}
        step={step}
        digits={order.digits}
        onInput={setPrice}
      />
      <Stepper
        label={text.stopLoss}
        value={stop}
        step={step}
        digits={order.digits}
        from={price}
        onInput={setStop}
      />
      <Stepper
        label={text.takeProfit}
        value={target}
        step={step}
        digits={order.digits}
        from={price}
        onInput={setTarget}
      />
      <footer>
        <button type="button" onClick={close}>
          {words.value.cancel}
        </button>
        <OnceButton class="primary" isOff={typedNumber(price) === null} onPress={save}>
          {words.value.save}
        </OnceButton>
      </footer>
    </Dialog>
  )
}
