import type { BrandRecord } from '../../../engine/config/records/brand.js'

/** A brand as staff see it; instead of images it says which images exist. */
export function brandView({ images, ...brand }: BrandRecord) {
  return {
    ...brand,
    has_logo: images.logo !== null,
    has_banner: images.banner !== null,
    has_icon: images.icon !== null,
  }
}
