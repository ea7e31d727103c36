import { lazyButSoon } from '../look/lazy.js'
import { words } from '../text/terminal/words.js'
import { orderList } from '../trader/account/account.js'

const Table = lazyButSoon(() => import('./parts.js').then(({ OrdersTable }) => OrdersTable))

/** The panel of pending orders. The table's code loads with the first order. */
export function Orders() {
  const { empty } = words.value.orders
  return orderList.value.length === 0 ? <p class="empty">{empty}</p> : <Table />
}
