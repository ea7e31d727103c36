/**
 * Components that the desk does not need at start. They load together when the first one is shown.
 */
export { Keys } from './shell/keys-dialog.js'
export { Settings } from './shell/settings-dialog.js'
