import { MenuItem } from '../../look/menu-item.js'
import { newest } from '../../state/market.js'
import { levelAt } from '../../text/level-change.js'
import { words } from '../../text/terminal/words.js'
import { type Position, positionList } from '../../trader/account/account.js'
import type { PositionGroup } from '../../trader/account/position-groups.js'
import { changeStops, changing, positionWords } from '../../trader/requests/changing.js'
import {
  askCloseAll,
  askCloseBy,
  askClosePart,
  askReverse,
  shareOf,
} from '../../trader/requests/closing.js'
import { mayTrade } from '../../trader/requests/sending.js'
import { ChangesItem } from './changes-item.js'
import { CopyId } from './copy-id.js'

/** Closes many positions: all, those in profit, those in loss, or those of one symbol. */
export function CloseMany({ close }: { close: () => void }) {
  const { positions: text } = words.value
  const symbols = [...new Set(positionList.value.map(({ symbol }) => symbol))]
  const isOff = !mayTrade()
  return (
    <>
      {(['all', 'winners', 'losers'] as const).map((which) => (
        <MenuItem
          key={which}
          label={text[which]}
          close={close}
          act={() => askCloseAll(which)}
          isOff={isOff}
        />
      ))}
      {symbols.length > 1 &&
        symbols.map((symbol) => (
          <MenuItem
            key={symbol}
            label={text.symbolOnly({ symbol })}
            close={close}
            act={() => askCloseAll('all', symbol)}
            isOff={isOff}
          />
        ))}
    </>
  )
}

export function PositionActs({ position, close }: { position: Position; close: () => void }) {
  const { id, symbol, side, price_open, stop_loss } = position
  const { positions: text } = words.value
  const isOff = !mayTrade()
  const shares = [
    [text.closeQuarter, shareOf(position, 1n, 4n)],
    [text.closeHalf, shareOf(position, 1n, 2n)],
    [text.closeMost, shareOf(position, 3n, 4n)],
  ] as const
  const opposite = positionList.value.filter((one) => one.symbol === symbol && one.side !== side)
  const quote = newest(symbol)
  const now = side === 'buy' ? quote?.bid : quote?.ask
  const isAhead =
    now !== undefined &&
    (side === 'buy' ? Number(now) > Number(price_open) : Number(now) < Number(price_open))
  const item = (label: string, act: () => unknown, isDisabled = false) => (
    <MenuItem label={label} close={close} act={act} isOff={isOff || isDisabled} />
  )
  return (
    <>
      {item(text.stops, () => {
        changing.value = { kind: 'stops', id }
      })}
      {shares.map(([label, share]) =>
        item(label, () => askClosePart(position, share, 'menu'), share === undefined),
      )}
      {item(text.closeOther, () => {
        changing.value = { kind: 'volume', id }
      })}
      {item(
        text.breakEven,
        () => changeStops(id, { stop_loss: levelAt(price_open, stop_loss ?? null) }, 'typed'),
        !isAhead,
      )}
      {item(text.reverse, () => askReverse(position))}
      {opposite.map((other) =>
        item(text.closeBy({ id: other.id, what: positionWords(other) }), () =>
          askCloseBy(position, other),
        ),
      )}
      <ChangesItem kind="positions" id={id} close={close} />
      <CopyId id={id} close={close} />
    </>
  )
}

/** The menu of all positions of a symbol and side. */
export function GroupActs(props: { group: PositionGroup; close: () => void; onOpen: () => void }) {
  const { group, close, onOpen } = props
  const { positions: text, sides } = words.value
  return (
    <>
      <MenuItem
        label={text.groupOpen({ what: `${sides[group.side]} ${group.symbol}` })}
        close={close}
        act={onOpen}
      />
      <MenuItem
        label={text.symbolOnly({ symbol: group.symbol })}
        close={close}
        act={() => askCloseAll('all', group.symbol)}
        isOff={!mayTrade()}
      />
    </>
  )
}
