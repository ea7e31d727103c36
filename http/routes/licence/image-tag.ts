import type { BrandImage } from '../../../engine/config/records/brand.js'

const TAG_CHARACTERS = 16

/** The text by which a picture's content is told from others, in addresses and tags. */
export function imageTag({ sha256 }: BrandImage): string {
  return sha256.slice(0, TAG_CHARACTERS)
}
