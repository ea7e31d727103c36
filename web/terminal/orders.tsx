import { lazyButSoon } from '../look/lazy.js'
import { words } from '../text/terminal/words.js'
import { orderList } from '../trader/account/account.js'

const Table = lazyButSoon(() => import('./parts.js').then(({ OrdersTable }) => OrdersTable))

/** Orders that wait for their price; their table is loaded with the first of them. */
export function Orders() {
  const { empty } = words.value.orders
  return orderList.value.length === 0 ? <p class="empty">{empty}</p> : <Table />
}
