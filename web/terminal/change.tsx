import { useEffect, useState } from 'preact/hooks'
import { Dialog, OnceButton, Stepper } from '../look/controls.js'
import { LevelField, type TypedLevel, useLevel } from '../look/level-field.js'
import { newest, symbols } from '../state/market.js'
import { say } from '../state/notes.js'
import { type LevelChange, UNCHANGED } from '../text/level-change.js'
import { digitsOf, groupedLots, pointOf, scaled, signed } from '../text/numbers.js'
import { orderWords } from '../text/terminal/order-words.js'
import { words } from '../text/terminal/words.js'
import { fieldText, typedNumber, typedWhole } from '../text/typed-numbers.js'
import { type Order, orders, type Position, positions } from '../trader/account/account.js'
import { changeOrder, changeStops, changing, positionWords } from '../trader/requests/changing.js'
import { askClosePart } from '../trader/requests/closing.js'
import { mayTrade } from '../trader/requests/sending.js'
import { reductionBy, reductionWords } from '../trader/ticket/netting.js'
import { moneyAt } from '../trader/ticket/point-values.js'

/**
 * The dialog to modify stops and volume of a position, or prices of an order. Only edited fields
 * are sent.
 */
export function ChangeDialog({
  change,
}: {
  change: { readonly kind: string; readonly id: number }
}) {
  const { kind, id } = change
  const position = kind === 'order' ? undefined : positions.value.get(id)
  const order = kind === 'order' ? orders.value.get(id) : undefined
  const isGone = position === undefined && order === undefined
  useEffect(() => {
    if (!isGone) return
    close()
    say('plain', words.value.trade.gone)
  }, [isGone])
  if (order !== undefined) return <OrderDialog order={order} />
  if (position === undefined) return null
  return kind === 'stops' ? (
    <StopsDialog position={position} />
  ) : (
    <VolumeDialog position={position} />
  )
}

function close(): void {
  changing.value = null
}

function tickOf({ symbol, digits }: { readonly symbol: string; readonly digits: number }): string {
  const tick = symbols.value.get(symbol)?.tick_size ?? '0'
  return scaled(tick, digits) > 0n ? tick : pointOf(digits)
}

function Buttons(props: { isOff: boolean; go: string; onGo: () => Promise<unknown> }) {
  return (
    <footer>
      <button type="button" onClick={close}>
        {words.value.cancel}
      </button>
      <OnceButton class="primary" isOff={props.isOff || !mayTrade()} onPress={props.onGo}>
        {props.go}
      </OnceButton>
    </footer>
  )
}

function StopsDialog({ position }: { position: Position }) {
  const { ticket: text, trade: said, positions: own } = words.value
  const { id, digits, side, symbol } = position
  const stop = useLevel(position.stop_loss ?? null, digits)
  const target = useLevel(position.take_profit ?? null, digits)
  const now = position.trailing_pts ?? 0
  const [typed, setTyped] = useState<string | null>(null)
  const points = typedWhole(typed === null ? String(now) : typed.trim() === '' ? '0' : typed)
  const quote = newest(symbol)
  const from = (side === 'buy' ? quote?.bid : quote?.ask) ?? position.price_open
  const save = async () => {
    close()
    await changeStops(
      id,
      {
        ...(stop.change === null ? {} : { stop_loss: stop.change }),
        ...(target.change === null ? {} : { take_profit: target.change }),
        ...(typed === null ? {} : { trailing: { was: now, points: Number(points ?? now) } }),
      },
      'typed',
    )
  }
  const money = ({ change }: TypedLevel, label: string) => {
    const made = change?.to === 'price' ? moneyAt(position, change.price) : null
    return made === null ? null : `${label} ${signed(made)}`
  }
  const common = { digits, tick: tickOf(position), from, moved: said.movedTo }
  return (
    <Dialog title={said.stopsWhat({ what: positionWords(position) })} onClose={close}>
      <LevelField label={text.stopLoss} level={stop} said={money(stop, text.atStop)} {...common} />
      <LevelField
        label={text.takeProfit}
        level={target}
        said={money(target, text.atTarget)}
        {...common}
      />
      <Stepper
        label={own.trailing}
        value={typed ?? String(now)}
        step="10"
        digits={0}
        onInput={setTyped}
      />
      <Buttons
        isOff={stop.change === null || target.change === null || points === null}
        go={words.value.save}
        onGo={save}
      />
    </Dialog>
  )
}

function VolumeDialog({ position }: { position: Position }) {
  const { ticket: text, trade: said, sides } = words.value
  const step = symbols.value.get(position.symbol)?.volume_step ?? '0.01'
  const digits = Math.max(2, digitsOf(step))
  const [volume, setVolume] = useState(() => fieldText(position.volume))
  const typed = typedNumber(volume, digits, 'asked')
  const what = said.closeWhat({
    side: sides[position.side],
    volume: typed === null ? volume : groupedLots(typed),
    symbol: position.symbol,
  })
  return (
    <Dialog title={what} onClose={close}>
      <Stepper
        label={text.volume}
        value={volume}
        step={step}
        digits={digits}
        thousands="asked"
        onInput={setVolume}
      />
      <Buttons
        isOff={typed === null}
        go={what}
        onGo={async () => {
          close()
          // Skips the question, because this dialog already is a confirmation.
          await askClosePart(position, typed ?? position.volume, 'dialog')
        }}
      />
    </Dialog>
  )
}

function OrderDialog({ order }: { order: Order }) {
  const { ticket: text, orders: own } = words.value
  const { id, digits, kind } = order
  const price = useLevel(order.price ?? null, digits)
  const trigger = useLevel(order.trigger_price ?? null, digits)
  const stop = useLevel(order.stop_loss ?? null, digits)
  const target = useLevel(order.take_profit ?? null, digits)
  const levels = { price, trigger_price: trigger, stop_loss: stop, take_profit: target }
  const tick = tickOf(order)
  const hasPrice = price.change !== null && price.change.to !== 'none'
  const hasTrigger = trigger.change !== null && trigger.change.to !== 'none'
  const isWrong = Object.values(levels).some(({ change }) => change === null)
  const save = async () => {
    close()
    const asked = Object.entries(levels).map(([name, { change }]) => [name, change ?? UNCHANGED])
    await changeOrder(id, Object.fromEntries(asked) as Record<string, LevelChange>, 'typed')
  }
  const field = (label: string, level: TypedLevel) => (
    <LevelField
      label={label}
      level={level}
      digits={digits}
      tick={tick}
      from={price.text}
      moved={words.value.trade.movedTo}
    />
  )
  const reduction = reductionBy(order.symbol, order.side, order.volume_current)
  return (
    <Dialog title={own.changeTitle({ id })} onClose={close}>
      <p class="faint">{orderWords(order)}</p>
      {reduction !== null && <p class="faint">{reductionWords(reduction)}</p>}
      {kind === 'stop_limit' && field(text.trigger, trigger)}
      {field(kind === 'stop_limit' ? text.limitPrice : text.price, price)}
      {field(text.stopLoss, stop)}
      {field(text.takeProfit, target)}
      <Buttons isOff={isWrong || !hasPrice || !hasTrigger} go={words.value.save} onGo={save} />
    </Dialog>
  )
}
