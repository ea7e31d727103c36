import type { BrandImage } from '../../../engine/config/records/brand.js'

const TAG_CHARACTERS = 16

/** A short hash of the image for addresses and ETags. */
export function imageTag({ sha256 }: BrandImage): string {
  return sha256.slice(0, TAG_CHARACTERS)
}
