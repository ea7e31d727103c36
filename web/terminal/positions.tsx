import { useState } from 'preact/hooks'
import { Menu, OnceButton } from '../look/controls.js'
import { Icon } from '../look/icons.js'
import { set, settings } from '../settings/settings.js'
import { type Position, positionList, terms, valuations } from '../state/account.js'
import { changeStops, changing, positionWords } from '../state/changing.js'
import {
  askClose,
  askCloseAll,
  askCloseBy,
  askClosePart,
  askReverse,
  shareOf,
} from '../state/closing.js'
import { levelAt } from '../state/level-change.js'
import { newest } from '../state/market.js'
import { groupsOf, type PositionGroup } from '../state/position-groups.js'
import { mayTrade } from '../state/sending.js'
import { isGain, isLoss, signed, sum } from '../text/numbers.js'
import { timeText } from '../text/times.js'
import { words } from '../text/words.js'

/** Open positions with what they make now, and what can be done about each. */
export function Positions() {
  const { positions: text } = words.value
  const rows = positionList.value
  const { isGrouped } = settings.value
  if (rows.length === 0) return <p class="empty">{text.empty}</p>
  const digits = terms.value?.currency_digits ?? 2
  const profits = rows.map(({ id }) => valuations.value.get(id)?.profit ?? '0')
  const total = sum(profits, digits)
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            <th>
              {text.symbol}{' '}
              <button
                type="button"
                class={`icon small ${isGrouped ? '' : 'plain'}`}
                aria-label={text.grouped}
                title={text.grouped}
                aria-pressed={isGrouped}
                onClick={() => set({ isGrouped: !isGrouped })}
              >
                <Icon name="list" />
              </button>
            </th>
            <th>{text.side}</th>
            <th class="num">{text.volume}</th>
            <th class="num wide-only">{text.open}</th>
            <th class="num wide-only">{text.now}</th>
            <th class="num wide-only">{text.stopLoss}</th>
            <th class="num wide-only">{text.takeProfit}</th>
            <th class="num wide-only">{text.swap}</th>
            <th class="num">{text.profit}</th>
            <th class="num wide-only">{text.time}</th>
            <th class="num">
              <Menu label={text.more} text={text.all}>
                {(close) => <CloseMany close={close} />}
              </Menu>
            </th>
          </tr>
        </thead>
        <tbody>
          {isGrouped
            ? groupsOf(rows).map((group) => <GroupRows key={group.key} group={group} />)
            : rows.map((position) => <Row key={position.id} position={position} />)}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>{text.total}</td>
            <td colSpan={5} class="wide-only" />
            <td class={`num ${lookOf(total)}`}>{signed(total)}</td>
            <td class="wide-only" />
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** All, those ahead, those behind, or those of one symbol. */
function CloseMany({ close }: { close: () => void }) {
  const { positions: text } = words.value
  const item = (label: string, act: () => void) => (
    <button
      key={label}
      type="button"
      onClick={() => {
        close()
        act()
      }}
    >
      {label}
    </button>
  )
  const symbols = [...new Set(positionList.value.map(({ symbol }) => symbol))]
  return (
    <>
      {(['all', 'winners', 'losers'] as const).map((which) =>
        item(text[which], () => askCloseAll(which)),
      )}
      {symbols.length > 1 &&
        symbols.map((symbol) => item(text.symbolOnly(symbol), () => askCloseAll('all', symbol)))}
    </>
  )
}

/** The positions of one symbol and side in one row, which opens to each of them. */
function GroupRows({ group }: { group: PositionGroup }) {
  const { positions: text, sides } = words.value
  const [isOpen, setOpen] = useState(false)
  const { symbol, side, volume, average, positions } = group
  const [first] = positions
  if (positions.length === 1 && first !== undefined) return <Row position={first} />
  const values = positions.map(({ id }) => valuations.value.get(id))
  const digits = terms.value?.currency_digits ?? 2
  const profits = values.map((value) => value?.profit ?? null)
  const isKnown = profits.every((profit) => profit !== null)
  const profit = isKnown ? sum(profits as string[], digits) : null
  const swap = sum(
    positions.map((one, i) => values[i]?.swap ?? one.swap),
    digits,
  )
  const what = `${sides[side]} ${symbol}`
  return (
    <>
      <tr class="group">
        <td>
          <button
            type="button"
            class="plain small"
            aria-expanded={isOpen}
            aria-label={text.groupOpen(what)}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '▾' : '▸'} {symbol} × {positions.length}
          </button>
        </td>
        <td class={side}>{sides[side]}</td>
        <td class="num">{volume}</td>
        <td class="num wide-only">{average}</td>
        <td class="num wide-only">{values[0]?.price_current ?? '–'}</td>
        <td class="num wide-only" />
        <td class="num wide-only" />
        <td class="num wide-only">{swap}</td>
        <td class={`num ${lookOf(profit)}`}>{profit === null ? '–' : signed(profit)}</td>
        <td class="wide-only" />
        <td class="num">
          <OnceButton
            class="small"
            isOff={!mayTrade()}
            label={text.close(`${what} × ${positions.length}`)}
            onPress={async () => askClose(positions)}
          >
            {words.value.close}
          </OnceButton>
        </td>
      </tr>
      {isOpen && positions.map((position) => <Row key={position.id} position={position} />)}
    </>
  )
}

function lookOf(amount: string | null | undefined): string {
  return isLoss(amount) ? 'loss' : isGain(amount) ? 'gain' : ''
}

function Row({ position }: { position: Position }) {
  const { positions: text, sides } = words.value
  const { id, symbol, side, volume, price_open, stop_loss, take_profit, opened_at, swap } = position
  const value = valuations.value.get(id)
  const profit = value?.profit ?? null
  const isOff = !mayTrade()
  return (
    <tr>
      <td>
        <button type="button" class="plain small" onClick={() => set({ symbol })}>
          {symbol}
        </button>
      </td>
      <td class={side}>{sides[side]}</td>
      <td class="num">{volume}</td>
      <td class="num wide-only">{price_open}</td>
      <td class="num wide-only">{value?.price_current ?? '–'}</td>
      <td class="num wide-only">{stop_loss ?? '–'}</td>
      <td class="num wide-only">{take_profit ?? '–'}</td>
      <td class="num wide-only">{value?.swap ?? swap}</td>
      <td class={`num ${lookOf(profit)}`}>{profit === null ? '–' : signed(profit)}</td>
      <td class="num faint wide-only">{timeText(opened_at, false)}</td>
      <td class="num">
        <OnceButton
          class="small"
          isOff={isOff}
          label={text.close(`${sides[side]} ${volume} ${symbol}`)}
          onPress={async () => askClosePart(position)}
        >
          {words.value.close}
        </OnceButton>{' '}
        <Menu label={`${text.actions}: ${symbol} ${id}`}>
          {(close) => <Acts position={position} close={close} isOff={isOff} />}
        </Menu>
      </td>
    </tr>
  )
}

function Acts(props: { position: Position; close: () => void; isOff: boolean }) {
  const { position, close, isOff } = props
  const { id, price_open, stop_loss } = position
  const { positions: text } = words.value
  const half = shareOf(position, 1n, 2n)
  const quarter = shareOf(position, 1n, 4n)
  const most = shareOf(position, 3n, 4n)
  const opposite = positionList.value.filter(
    ({ symbol, side }) => symbol === position.symbol && side !== position.side,
  )
  const quote = newest(position.symbol)
  const now = position.side === 'buy' ? quote?.bid : quote?.ask
  const isAhead =
    now !== undefined &&
    (position.side === 'buy'
      ? Number(now) > Number(position.price_open)
      : Number(now) < Number(position.price_open))
  const item = (label: string, act: () => unknown, isDisabled = false) => (
    <button
      type="button"
      disabled={isOff || isDisabled}
      onClick={() => {
        close()
        void act()
      }}
    >
      {label}
    </button>
  )
  return (
    <>
      {item(text.stops, () => {
        changing.value = { kind: 'stops', id: position.id }
      })}
      {item(text.closeQuarter, () => askClosePart(position, quarter), quarter === undefined)}
      {item(text.closeHalf, () => askClosePart(position, half), half === undefined)}
      {item(text.closeMost, () => askClosePart(position, most), most === undefined)}
      {item(text.closeOther, () => {
        changing.value = { kind: 'volume', id: position.id }
      })}
      {item(
        text.breakEven,
        () => changeStops(id, { stop_loss: levelAt(price_open, stop_loss ?? null) }, 'typed'),
        !isAhead,
      )}
      {item(text.reverse, () => askReverse(position))}
      {opposite.map((other) =>
        item(text.closeBy(other.id, positionWords(other)), () => askCloseBy(position, other)),
      )}
    </>
  )
}
