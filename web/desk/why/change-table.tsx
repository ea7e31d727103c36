import { ReadPanel } from '../../look/read.js'
import { whyWords } from '../../text/desk/why-words.js'
import { countText } from '../../text/numbers.js'
import { changedValue, changer, changeWords } from '../../text/tables/trade-change-words.js'
import { timeText } from '../../text/times.js'
import { PlaceLink } from '../shell/place-link.js'
import type { Trade } from '../steps/steps.js'
import { allChanges, type OneChange } from './change-words.js'
import type { ChangesOfTrade, useChanges } from './use-changes.js'

const SHOWN_MAX = 100

/** The changes of stops and order terms, newest first, with author and time. */
export function ChangeTable(props: { trade: Trade; own: ReturnType<typeof useChanges> }) {
  const text = whyWords.value.changes
  const { changes, refused, again } = props.own
  if (props.trade.symbol === null) return null
  return (
    <section class="why-part" aria-label={text.title}>
      <h2>{text.title}</h2>
      <ReadPanel read={{ data: changes, refused, again }}>
        {(read) => <Rows trade={props.trade} changes={read} />}
      </ReadPanel>
    </section>
  )
}

function Rows({ trade, changes }: { trade: Trade; changes: ChangesOfTrade }) {
  const text = whyWords.value.changes
  const all = allChanges(changes)
  const lists = [changes.position, ...changes.orders.values()].filter((list) => list !== null)
  const isPartly = lists.some(({ isComplete }) => !isComplete)
  const shown = all.slice(0, SHOWN_MAX)
  return (
    <>
      {isPartly && <p class="banner">{text.isPartly}</p>}
      {all.length === 0 ? (
        !isPartly && <p class="faint">{text.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it
        <section class="scroll" tabIndex={0} aria-label={text.title}>
          <table class="list" aria-label={text.title}>
            <thead>
              <tr>
                <th scope="col">{text.time}</th>
                <th scope="col">{text.what}</th>
                <th scope="col" class="num">
                  {text.old}
                </th>
                <th scope="col" class="num">
                  {text.new}
                </th>
                <th scope="col">{text.by}</th>
                <th scope="col">{text.name}</th>
                <th scope="col">{text.request}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one, i) => (
                <Row key={i} one={one} trade={trade} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {all.length > shown.length && (
        <p class="faint">
          {text.newest({ n: countText(shown.length), all: countText(all.length) })}
        </p>
      )}
    </>
  )
}

function Row({ one, trade }: { one: OneChange; trade: Trade }) {
  const text = whyWords.value.changes
  const isOther = one.order !== null && !(trade.kind === 'orders' && trade.id === one.order)
  return (
    <tr>
      <td>{timeText(one.at)}</td>
      <td>
        {changeWords.value.fields[one.field]}
        {isOther && (
          <>
            {' '}
            <PlaceLink page="orders" parts={[one.order ?? 0]}>
              {text.order({ n: String(one.order) })}
            </PlaceLink>
          </>
        )}
      </td>
      <td class="num">{one.old !== null && changedValue(one.field, one.old)}</td>
      <td class="num">{one.new !== null && changedValue(one.field, one.new)}</td>
      <td>{whoText(one)}</td>
      <td class="num">{one.client_order_id}</td>
      <td class="num">{one.request_id}</td>
    </tr>
  )
}

function whoText(one: OneChange): string {
  const text = whyWords.value.changes
  const { by, actor } = one
  if (actor === null) return text.whoOf[changer(one)]
  if (by === 'dealer') return text.staff({ login: String(actor) })
  return `${text.whoOf[changer(one)]}, ${text.confirmed({ login: String(actor) })}`
}
