/** Parts of the desk that no page begins with, loaded together when the first of them is shown. */
export { Keys } from './shell/keys-dialog.js'
export { Settings } from './shell/settings-dialog.js'
