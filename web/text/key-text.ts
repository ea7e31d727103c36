import { nameOf } from './name-of.js'
import { words } from './words.js'

const NAMED = /\b(Ctrl|Shift|Space|PageUp|PageDown|Home|End)\b/g

/** Names keys as keyboards of the page's language do, such as `Strg+K` for `Ctrl+K`. */
export const keyText = (keys: string): string =>
  keys.replace(NAMED, (key) => nameOf(words.value.keyNames, key))
