import { lazyButSoon } from '../look/lazy.js'
import { words } from '../text/terminal/words.js'
import { positionList } from '../trader/account/account.js'

const Table = lazyButSoon(() => import('./parts.js').then(({ PositionsTable }) => PositionsTable))

/** Open positions; their table is loaded with the first of them. */
export function Positions() {
  const { empty } = words.value.positions
  return positionList.value.length === 0 ? <p class="empty">{empty}</p> : <Table />
}
