/** Parts of the desk that no page begins with, loaded together when the first of them is shown. */
export { Keys } from './keys-dialog.js'
export { Settings } from './settings-dialog.js'
