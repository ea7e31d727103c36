import { say } from '../../engine/reasons/reasons.js'
import { Type } from './type.js'

const LINK_MAX = 512
const ADDRESS = 'https?://[A-Za-z0-9][A-Za-z0-9.-]*(:\\d{1,5})?([/?#][!#-;=?-Z\\[\\]_a-z{}~]*)?'

/**
 * The address of a web page for users, never a script. `{lang}` is replaced by the reader's
 * language.
 */
export const WebLink = Type.String({
  maxLength: LINK_MAX,
  pattern: `^${ADDRESS}$`,
  examples: ['https://example.com/{lang}/deposit'],
  'x-says': say('field.link'),
})

export const WebLinkOrNone = Type.String({
  maxLength: LINK_MAX,
  pattern: `^(${ADDRESS})?$`,
  examples: ['https://example.com/{lang}/deposit'],
  'x-says': say('field.link_or_empty'),
})
