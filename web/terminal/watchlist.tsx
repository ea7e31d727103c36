import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Dialog } from '../look/controls.js'
import { Icon } from '../look/icons.js'
import { lazy } from '../look/lazy.js'
import { useRowPress } from '../look/table/row-press.js'
import { set, settings } from '../settings/settings.js'
import {
  ageSec,
  dayChange,
  isStale,
  type MarketSymbol,
  type Quote,
  quoteOf,
  second,
  symbols,
} from '../state/market.js'
import { countText, grouped, scaled } from '../text/numbers.js'
import { words } from '../text/terminal/words.js'
import { ageText } from '../text/times.js'
import { AboutButton } from '../trader/watchlist/about-button.js'
import { WatchButton } from '../trader/watchlist/watch-button.js'
import { list, lists, watched } from '../trader/watchlist/watchlist.js'
import type { PressedSymbol } from './lists/watch-menu.js'

const ListsEditor = lazy(() => import('./parts.js').then(({ ListsEditor: Part }) => Part))

const FOUND_MAX = 30

/** The watchlist with live prices, and the search over all symbols of the account. */
export function Watchlist({ onPick }: { onPick: () => void }) {
  const { watch: text } = words.value
  const pick = (symbol: string) => {
    set({ symbol })
    onPick()
  }
  const [menu, setMenu] = useState<ComponentChildren>(null)
  const openMenu = async (pressed: PressedSymbol) => {
    const { WatchMenu } = await import('./parts.js')
    setMenu(<WatchMenu pressed={pressed} onClose={() => setMenu(null)} />)
  }
  return (
    <section class="panel watch" aria-label={text.title}>
      <Search onPick={pick} />
      <Lists />
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              <th>{text.symbol}</th>
              <th class="num">{text.bid}</th>
              <th class="num">{text.ask}</th>
              <th class="num">{text.change}</th>
            </tr>
          </thead>
          <tbody>
            {watched.value.map((name) => {
              const symbol = symbols.value.get(name)
              return symbol === undefined ? null : (
                <Row key={name} symbol={symbol} onPick={pick} onMenu={openMenu} />
              )
            })}
          </tbody>
        </table>
        {watched.value.length === 0 && <p class="empty">{text.empty}</p>}
        {menu}
      </div>
    </section>
  )
}

/** The choice of watchlist. Lists are created and edited in a dialog. */
function Lists() {
  const { watch: text } = words.value
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="row lists">
      <select
        aria-label={text.lists}
        value={String(list.value?.id ?? 0)}
        onChange={(event) => set({ list: Number(event.currentTarget.value) })}
      >
        {lists.value.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="plain icon"
        aria-label={text.edit}
        title={text.edit}
        onClick={() => setOpen(true)}
      >
        <Icon name="list" />
      </button>
      {settings.value.symbol !== '' && <AboutButton name={settings.value.symbol} />}
      {isOpen && (
        <Dialog title={text.lists} onClose={() => setOpen(false)}>
          <ListsEditor />
        </Dialog>
      )}
    </div>
  )
}

function Row(props: {
  symbol: MarketSymbol
  onPick: (name: string) => void
  onMenu: (menu: PressedSymbol) => void
}) {
  const { symbol, onPick, onMenu } = props
  const { name } = symbol
  const quote = quoteOf(name).value
  // The age of the price grows while no quote arrives.
  const old = second.value >= 0 && isStale(name) ? ageText(ageSec(name) ?? 0) : ''
  const isChosen = settings.value.symbol === name
  const button = useRef<HTMLButtonElement>(null)
  const press = useRowPress((x, y) => onMenu({ symbol: name, x, y, opener: button.current }))
  return (
    <tr aria-selected={isChosen} {...press} onClick={() => onPick(name)}>
      <td>
        <div class="symbol">
          <button ref={button} type="button" aria-label={name} title={symbol.description}>
            {name}
          </button>
          <span class="faint">{quote === undefined ? '' : spreadOf(quote, symbol.digits)}</span>
        </div>
      </td>
      <Price text={quote?.bid} digits={symbol.digits} way={quote?.bidWay ?? 0} old={old} />
      <Price text={quote?.ask} digits={symbol.digits} way={quote?.askWay ?? 0} old={old} />
      <td class="num">{quote === undefined ? '–' : <Change quote={quote} />}</td>
    </tr>
  )
}

function Change({ quote }: { quote: Quote }) {
  const change = dayChange(quote)
  if (change === null) return <span class="faint">–</span>
  const text = grouped((Math.abs(change) / 100).toFixed(2))
  return (
    <span class={change > 0 ? 'gain' : change < 0 ? 'loss' : 'faint'}>
      {change > 0 ? '▲' : change < 0 ? '▼' : ''} {text}%
    </span>
  )
}

function spreadOf({ bid, ask }: Quote, digits: number): string {
  return countText(scaled(ask, digits) - scaled(bid, digits))
}

/**
 * A price whose two most significant changing digits are larger. Colour and mark show the
 * direction.
 */
function Price(props: {
  text: string | undefined
  digits: number
  way: -1 | 0 | 1
  /** The age of the price, if it is too old to trade. */
  old: string
}) {
  const { digits, way, old } = props
  if (props.text === undefined) return <td class="num faint">–</td>
  const text = grouped(props.text)
  const large = digits >= 3 ? 3 : Math.min(2, text.length)
  const [head, tail] = [text.slice(0, -large), text.slice(-large)]
  const [bold, last] = digits >= 3 ? [tail.slice(0, 2), tail.slice(2)] : [tail, '']
  const look = old !== '' ? 'stale-price' : way > 0 ? 'buy' : way < 0 ? 'sell' : ''
  return (
    <td
      class={`num price ${look}`}
      title={old === '' ? undefined : words.value.watch.stale({ age: old })}
    >
      {head}
      <b>{bold}</b>
      {last}
    </td>
  )
}

function Search({ onPick }: { onPick: (name: string) => void }) {
  const { watch: text } = words.value
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const wanted = query.trim().toLowerCase()
  const found =
    wanted === ''
      ? []
      : [...symbols.value.values()]
          .filter(({ name, description, path }) =>
            `${name} ${description} ${path}`.toLowerCase().includes(wanted),
          )
          .slice(0, FOUND_MAX)
  const choose = (name: string) => {
    setQuery('')
    onPick(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && found[at] !== undefined) choose(found[at].name)
    else if (event.key === 'Escape') setQuery('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="find">
      <input
        id="search"
        type="search"
        placeholder={`${text.search} ( / )`}
        aria-label={text.search}
        value={query}
        maxLength={64}
        autocomplete="off"
        onInput={(event) => {
          setQuery(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <div class="found">
          {found.map(({ name, description }, i) => (
            <div key={name} class="row">
              <button type="button" class="grow" data-at={i === at} onClick={() => choose(name)}>
                <b>{name}</b>
                <span class="faint">{description}</span>
              </button>
              <AboutButton name={name} />
              <WatchButton name={name} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
