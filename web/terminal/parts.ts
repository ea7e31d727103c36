/**
 * Components that the terminal does not need at start, loaded together when the first one is shown.
 * Loading each separately would split the code that they share with the start into many small
 * files.
 */

export { Columns } from '../look/table/columns-dialog.js'
export { Inbox } from '../mail/inbox.js'
export { Alerts } from './alerts.js'
export { ChangeDialog } from './change.js'
export { ChangesDialog } from './history/changes-dialog.js'
export { History } from './history/history.js'
export { Keys } from './keys.js'
export { Ladder } from './ladder/ladder.js'
export { Layouts } from './layouts.js'
export { ListsEditor } from './lists/lists-editor.js'
export { SymbolPage } from './lists/symbol-page.js'
export { WatchMenu } from './lists/watch-menu.js'
export { Settings } from './settings.js'
export { OrdersTable } from './tables/orders-table.js'
export { PositionsTable } from './tables/positions-table.js'
