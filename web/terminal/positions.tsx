import { lazyButSoon } from '../look/lazy.js'
import { words } from '../text/terminal/words.js'
import { positionList } from '../trader/account/account.js'

const Table = lazyButSoon(() => import('./parts.js').then(({ PositionsTable }) => PositionsTable))

/** The panel of open positions. The table's code loads with the first position. */
export function Positions() {
  const { empty } = words.value.positions
  return positionList.value.length === 0 ? <p class="empty">{empty}</p> : <Table />
}
