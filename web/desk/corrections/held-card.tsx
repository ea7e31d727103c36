import { useEffect, useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Skeleton } from '../../look/panel-data.js'
import { mayDo } from '../../staff/rights.js'
import { currencyOf } from '../../staff/settings/groups-and-symbols.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { grouped, groupedLots, signed } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'
import { DecideDialog, type Decision } from './decide-dialog.js'
import { differenceOf, type HeldFill, marketText, moneyOfPoints } from './held-fill.js'
import { Receipt } from './receipt.js'

/**
 * The card of a held fill: the reported price, the market at that time, the difference, and the
 * buttons for the decision.
 */
export function HeldCard(props: {
  fill: HeldFill | null
  isRead: boolean
  onClose: () => void
  onDecided: () => void
}) {
  const { held: text } = correctionsWords.value
  const { fill } = props
  const [opened, setOpened] = useState<{ act: Decision; fill: HeldFill } | null>(null)
  const [done, setDone] = useState<{ act: Decision; fill: HeldFill } | null>(null)
  const title = fill === null ? text.title : text.one({ order: fill.order_id, number: fill.number })
  return (
    <RecordCard title={title} onClose={props.onClose}>
      {fill === null ? (
        props.isRead ? (
          <p class="empty">{text.gone}</p>
        ) : (
          <Skeleton />
        )
      ) : (
        <>
          <FillFacts fill={fill} />
          <div class="row wrap card-acts">
            {(['confirm', 'book', 'refuse'] as const).map((act) => (
              <button key={act} type="button" onClick={() => setOpened({ act, fill })}>
                {text[act]}
              </button>
            ))}
          </div>
        </>
      )}
      {opened !== null && (
        <DecideDialog
          {...opened}
          onClose={() => setOpened(null)}
          onDone={() => {
            setDone(opened)
            setOpened(null)
            props.onDecided()
          }}
        />
      )}
      {done !== null && (
        <Receipt
          title={text.done[done.act]}
          kind="orders"
          id={done.fill.order_id}
          onClose={() => setDone(null)}
        />
      )}
    </RecordCard>
  )
}

function FillFacts({ fill }: { fill: HeldFill }) {
  const { held: text } = correctionsWords.value
  const worth = usePointValue(fill)
  const worse = differenceOf(fill)
  const money = worse === null || worth === null ? null : moneyOfPoints(-worse, worth)
  const points =
    worse === null
      ? null
      : worse === 0n
        ? text.same
        : worse > 0n
          ? text.worse({ points: String(worse) })
          : text.better({ points: String(-worse) })
  const look = worse === null || worse === 0n ? '' : worse > 0n ? 'loss' : 'gain'
  return (
    <Facts
      rows={[
        [
          text.order,
          <PlaceLink key="order" page="orders" parts={[fill.order_id]}>
            {fill.order_id}
          </PlaceLink>,
        ],
        [
          text.login,
          <PlaceLink key="login" page="accounts" parts={[fill.login]}>
            {fill.login}
          </PlaceLink>,
        ],
        [text.group, fill.group],
        [
          text.symbol,
          <span key="what" class={fill.side}>
            {words.value.sides[fill.side]} {groupedLots(fill.volume)} {fill.symbol}
          </span>,
        ],
        [text.price, <b key="price">{grouped(fill.price)}</b>],
        [text.market, marketText(fill)],
        [
          text.difference,
          points === null ? null : (
            <span key="points" class={look}>
              {grouped(points)}
              {money !== null &&
                ` · ${text.money({ amount: signed(money), currency: currencyOf(fill.group) })}`}
            </span>
          ),
        ],
        [text.why, text.whyOf[fill.why]],
        [text.at, timeText(fill.at)],
        [text.gateway, fill.gateway_id],
        [text.execution, fill.execution_id],
        [text.external, fill.external_id],
      ]}
    />
  )
}

/**
 * The value of one point for the fill's volume, which the server calculates for a trade of that
 * size; null if it returns none.
 */
function usePointValue({ login, symbol, side, volume, order_id }: HeldFill): string | null {
  const [worth, setWorth] = useState<string | null>(null)
  useEffect(() => {
    if (!mayDo('trade')) return undefined
    let isOld = false
    const body = { kind: 'open', symbol, side, volume } as const
    void call('POST /admin/v1/accounts/{login}/trade/check', { params: { login }, body }).then(
      (answer) => {
        // On a netting account, the value may be for the whole position, not for this fill.
        if (isOld || !answer.ok || answer.data.volume_after !== volume) return
        setWorth(answer.data.point_value)
      },
    )
    return () => {
      isOld = true
    }
  }, [login, order_id])
  return worth
}
