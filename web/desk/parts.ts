/**
 * Components that the desk does not need at start. They load together when the first one is shown.
 */
export { CloseDialog } from './shell/close-dialog.js'
export { Keys } from './shell/keys-dialog.js'
export { RecordTabs } from './shell/record-tabs.js'
export { Settings } from './shell/settings-dialog.js'
