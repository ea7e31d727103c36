import { refusedSvg } from './plain-svg.js'

/**
 * Checks brand images by their content, which has to agree with the type that the client sent.
 *
 * - A PNG or icon needs a valid header and limited dimensions. Nothing is unpacked.
 * - An SVG must be static: no scripts, no external references, and no entities that expand
 *   (plain-svg.ts).
 */
export const IMAGE_MEDIA = ['image/png', 'image/svg+xml', 'image/x-icon'] as const
export type ImageMedia = (typeof IMAGE_MEDIA)[number]
const ICON_ALIAS = 'image/vnd.microsoft.icon'
export const IMAGE_UPLOAD_MEDIA: readonly string[] = [...IMAGE_MEDIA, ICON_ALIAS]

export const IMAGE_EXTENSIONS: Readonly<Record<ImageMedia, string>> = {
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
}

const PNG = '89504e470d0a1a0a0000000d49484452'
const PNG_HEAD_BYTES = 33
const SIDE_MAX = 8192
const ICO = '00000100'
const ICO_HEAD_BYTES = 6
const ICO_ENTRY_BYTES = 16
const ICO_ENTRIES_MAX = 64

/** The media type of an image, or the reason why it is refused. */
export function imageType(
  content: Uint8Array,
  said: string,
): { readonly media: ImageMedia } | { readonly refused: string } {
  const named = said.split(';')[0]?.trim().toLowerCase()
  const media = named === ICON_ALIAS ? 'image/x-icon' : named
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (media === 'image/png' && isPng(bytes)) return { media }
  if (media === 'image/x-icon' && isIcon(bytes)) return { media }
  if (media !== 'image/svg+xml') return { refused: `The content is no ${media} that can be shown.` }
  const refused = refusedText(bytes)
  return refused === null ? { media } : { refused }
}

function isPng(bytes: Buffer): boolean {
  if (bytes.length < PNG_HEAD_BYTES || !bytes.toString('hex', 0, 16).startsWith(PNG)) return false
  const isShown = (side: number): boolean => side >= 1 && side <= SIDE_MAX
  return isShown(bytes.readUInt32BE(16)) && isShown(bytes.readUInt32BE(20))
}

/** True if the bytes are an icon whose images all lie within the file. */
function isIcon(bytes: Buffer): boolean {
  if (bytes.length < ICO_HEAD_BYTES || bytes.toString('hex', 0, 4) !== ICO) return false
  const count = bytes.readUInt16LE(4)
  const headBytes = ICO_HEAD_BYTES + count * ICO_ENTRY_BYTES
  if (count < 1 || count > ICO_ENTRIES_MAX || bytes.length < headBytes) return false
  return Array.from({ length: count }, (_, i) => ICO_HEAD_BYTES + i * ICO_ENTRY_BYTES).every(
    (at) => {
      const size = bytes.readUInt32LE(at + 8)
      const offset = bytes.readUInt32LE(at + 12)
      return size > 0 && offset >= headBytes && offset + size <= bytes.length
    },
  )
}

function refusedText(bytes: Buffer): string | null {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'The content is no SVG: it is no UTF-8.'
  }
  return refusedSvg(text)
}
