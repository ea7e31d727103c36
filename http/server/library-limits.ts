import { HEAD_BYTES_MAX } from '../../engine/limits/front.js'
import { takesNewerParts } from '../../wire/native-parts.js'

/**
 * Sets a bound that the socket library reads from the environment while it is loaded, so this comes before
 * it. Heads up to here reach us, and beyond `HEAD_BYTES_MAX` are refused in the envelope; of larger ones
 * the library itself says 431, in words of its own, and ends the connection. It is imported here and in this
 * way, since in a bundle the import of a package by its head comes before all that modules do.
 */
process.env['UWS_HTTP_MAX_HEADERS_SIZE'] = String(2 * HEAD_BYTES_MAX)

type Library = typeof import('uWebSockets.js')

/** In the version for this Node. The newer one exports all of itself by its default alone, and has no types here. */
const loaded: Library | { readonly default: Library } = takesNewerParts
  ? await import('uWebSockets.js-24' as string)
  : await import('uWebSockets.js')
export const library: Library = 'default' in loaded ? loaded.default : loaded
