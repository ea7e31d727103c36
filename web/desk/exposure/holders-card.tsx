import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import type { Answer } from '../../link/rest.js'
import { amountLook, amountText } from '../../look/amount.js'
import { Field, Segments } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { type Read, ReadPanel } from '../../look/read.js'
import type { ExposureBy } from '../../staff/exposure.js'
import {
  HOLDERS_BY,
  type Holder,
  type Holders,
  type HoldersBy,
  largest,
  lots,
  readHolders,
} from '../../staff/holders.js'
import { lives } from '../../staff/link.js'
import { addressOf, ask, goTo, place } from '../../staff/place.js'
import { exposureWords } from '../../text/desk/exposure-words.js'
import { grouped, signed, typedNumber } from '../../text/numbers.js'
import { clockText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { HourLine } from './hour-line.js'
import { LimitField } from './limit-field.js'

const SHOWN_MAX = 200

/** A row that is open: its own limit, its hour, and who holds the symbol, the largest first. */
export function HoldersCard(props: {
  of: string
  group: string
  by: ExposureBy
  onClose: () => void
}) {
  const { of, by } = props
  const text = exposureWords.value
  return (
    <aside
      class="desk-card"
      aria-label={text.who(of)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.target instanceof HTMLInputElement) return
        event.stopPropagation()
        props.onClose()
      }}
    >
      <header class="row">
        <h2 class="grow">{text.who(of)}</h2>
        <button
          type="button"
          class="plain icon"
          aria-label={text.close}
          title={`${text.close} (Esc)`}
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="row wrap card-facts">
        <LimitField by={by} of={of} label={text.limitOf(of)} hint={text.limitEmpty} />
        <span class="grow" />
        <HourLine of={of} />
      </div>
      {by === 'symbol' ? (
        <HoldersPart symbol={of} group={props.group} />
      ) : (
        <p class="empty">{text.whoCurrency(of)}</p>
      )}
    </aside>
  )
}

/** Reads who holds it when it is opened, and again when the line is live or somebody asks. */
function useHolders(symbol: string, group: string) {
  const [read, setRead] = useState<{ data: Holders | null; refused: Answer<unknown> | null }>({
    data: null,
    refused: null,
  })
  const [at, setAt] = useState(0)
  const look = async (isWanted: () => boolean) => {
    const answer = await readHolders(symbol, group)
    if (!isWanted()) return
    if (answer.ok) {
      setRead({ data: answer.data as Holders, refused: null })
      setAt(serverNow())
    } else setRead(({ data }) => ({ data, refused: answer }))
  }
  useEffect(() => {
    let isGone = false
    setRead({ data: null, refused: null })
    void look(() => !isGone)
    return () => {
      isGone = true
    }
  }, [symbol, group])
  useEffect(() => {
    if (at > 0) void look(() => true)
  }, [lives.value])
  const own: Read<Holders> = { ...read, again: () => look(() => true) }
  return { read: own, at }
}

function HoldersPart({ symbol, group }: { symbol: string; group: string }) {
  const text = exposureWords.value
  const { query } = place.value
  const order = HOLDERS_BY.find((one) => one === query.get('order')) ?? 'net'
  const [typed, setTyped] = useState(query.get('min') ?? '')
  const min = typed === '' ? '' : typedNumber(typed)
  const { read, at } = useHolders(symbol, group)
  return (
    <>
      <div class="row wrap card-facts holders-tools">
        <Segments
          label={text.order}
          value={order}
          options={HOLDERS_BY.map((one) => [one, text.orders[one]] as const)}
          onInput={(by) => ask({ order: by === 'net' ? null : by })}
        />
        <Field
          label={order === 'profit' ? text.minProfit : text.min}
          value={typed}
          inputMode="decimal"
          wrong={min === null ? text.wrong : undefined}
          onInput={(value) => {
            setTyped(value)
            const known = value === '' ? '' : typedNumber(value)
            if (known !== null) ask({ min: known })
          }}
        />
        <span class="grow" />
        {at > 0 && <span class="faint">{text.readAt(clockText(at))}</span>}
        <button type="button" class="small" onClick={() => void read.again()}>
          {text.again} <kbd>R</kbd>
        </button>
      </div>
      <div class="card-part">
        <ReadPanel read={read}>
          {(data) => <HolderRows data={data} by={order} min={min ?? ''} />}
        </ReadPanel>
      </div>
    </>
  )
}

function HolderRows({ data, by, min }: { data: Holders; by: HoldersBy; min: string }) {
  const text = exposureWords.value
  const rows = largest(data.rows, by, min)
  if (rows.length === 0) return <p class="empty">{text.nobody}</p>
  const { holders } = text
  return (
    <div class="scroll">
      <table class="list" aria-label={text.title}>
        <thead>
          <tr>
            <th scope="col">{holders.login}</th>
            <th scope="col">{holders.group}</th>
            <th scope="col" class="num off-narrow">
              {holders.buy}
            </th>
            <th scope="col" class="num off-narrow">
              {holders.sell}
            </th>
            <th scope="col" class="num">
              {holders.net}
            </th>
            <th scope="col" class="num">
              {holders.profit}
            </th>
            <th scope="col" class="num off-narrow">
              {holders.positions}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_MAX).map((one) => (
            <HolderRow key={one.login} one={one} />
          ))}
        </tbody>
      </table>
      {data.partOf !== null && (
        <p class="faint pages">{text.partOnly(grouped(String(data.partOf)))}</p>
      )}
    </div>
  )
}

function HolderRow({ one }: { one: Holder }) {
  const { login, group, buy, sell, net, profit, positions } = one
  const address = addressOf(['accounts', login])
  return (
    <tr>
      <td>
        <a
          href={address}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            goTo(address)
          }}
        >
          {login}
        </a>
      </td>
      <td>{group}</td>
      <td class="num off-narrow">{lots(buy)}</td>
      <td class="num off-narrow">{lots(sell)}</td>
      <td class="num">{signed(lots(net))}</td>
      <td class={`num ${amountLook(profit)}`}>
        {profit === null ? words.value.none : amountText(profit)}
      </td>
      <td class="num off-narrow">{positions}</td>
    </tr>
  )
}
