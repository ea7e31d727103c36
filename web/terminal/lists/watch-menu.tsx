import { MenuList, type Place } from '../../look/controls.js'
import { copy } from '../../look/copy.js'
import { MenuItem } from '../../look/menu-item.js'
import { set } from '../../settings/settings.js'
import { tableWords } from '../../text/tables/table-words.js'
import { words } from '../../text/terminal/words.js'
import { symbolPage } from '../../trader/ticket/symbol-defaults.js'
import { watch, watched } from '../../trader/watchlist/watchlist.js'
import { isTicketOpen, phoneTab } from '../phone-tab.js'

/**
 * The place of the click that opened the menu of a row, and the element that gets the focus
 * afterwards.
 */
export interface PressedSymbol extends Place {
  readonly symbol: string
  readonly opener: HTMLElement | null
}

export function WatchMenu(props: { pressed: PressedSymbol; onClose: () => void }) {
  const { symbol, opener, x, y } = props.pressed
  return (
    <MenuList label={symbol} at={{ x, y }} opener={opener} onClose={props.onClose}>
      {(close) => <WatchActs symbol={symbol} close={close} />}
    </MenuList>
  )
}

function WatchActs({ symbol, close }: { symbol: string; close: () => void }) {
  const { watch: text, alerts } = words.value
  const more = tableWords.value
  const item = (label: string, act: () => unknown) => (
    <MenuItem label={label} close={close} act={act} />
  )
  return (
    <>
      {item(more.ticket({ symbol }), () => {
        set({ symbol })
        isTicketOpen.value = true
        requestAnimationFrame(() => document.getElementById('volume')?.focus())
      })}
      {item(more.chart({ symbol }), () => {
        set({ symbol })
        phoneTab.value = 'chart'
      })}
      {item(alerts.atPrice, () => {
        set({ symbol, tab: 'alerts' })
        phoneTab.value = 'more'
      })}
      {item(text.about({ symbol }), () => {
        symbolPage.value = symbol
      })}
      {item(text.remove({ symbol }), () => watch(watched.value.filter((one) => one !== symbol)))}
      <hr />
      {item(more.copyName({ symbol }), () => copy(symbol))}
    </>
  )
}
