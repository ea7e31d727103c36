import { HEAD_BYTES_MAX } from '../../engine/limits/front.js'
import { takesNewerParts } from '../../wire/native-parts.js'

/**
 * Sets a limit that the socket library reads from the environment when it loads, so this module
 * must load first. Request heads up to this size reach our code, which refuses those beyond
 * `HEAD_BYTES_MAX` with an envelope. For larger ones the library answers 431 itself and closes the
 * connection. The import is dynamic because a bundler would move a static one before this
 * assignment.
 */
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] = String(2 * HEAD_BYTES_MAX)

type Library = typeof import('uWebSockets.js')

/**
 * The build of the library for this version of Node. The newer one has only a default export, and
 * no types.
 */
const loaded: Library | { readonly default: Library } = takesNewerParts
  ? await import('uWebSockets.js-24' as string)
  : await import('uWebSockets.js')
export const library: Library = 'default' in loaded ? loaded.default : loaded
