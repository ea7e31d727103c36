import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'
import {
  BRAND_IMAGES,
  type BrandImage,
  type BrandImageName,
  type BrandImages,
} from '../../../engine/config/records/brand.js'
import type { Login } from '../../../engine/units.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import type { FileShelf } from '../files.js'
import type { NoChange, Plan } from './config-step.js'

/**
 * Images of brands in a settings file. Each was stored as an upload before. Here it is claimed in
 * the change that refers to it, or released if the brand has it already or is not changed.
 */
export type ImportedImages = { readonly [Name in BrandImageName]?: BrandImage | null }

const NO_IMAGES: BrandImages = { logo: null, banner: null, icon: null }

/** The images of a brand after an import; an image with the same content keeps its file. */
export function imagesAfter(
  before: object | undefined,
  given: ImportedImages,
): { readonly images: BrandImages } {
  const { images = NO_IMAGES } = (before ?? {}) as { readonly images?: BrandImages }
  const after = BRAND_IMAGES.map((name) => {
    const image = given[name]
    const own = images[name]
    const isSame = image?.sha256 === own?.sha256 && image?.media === own?.media
    return [name, image === undefined || isSame ? own : image] as const
  })
  return { images: Object.fromEntries(after) as unknown as BrandImages }
}

/** Claims the uploaded images that a plan uses, and releases the others. */
export function claimedImages(
  shelf: FileShelf,
  owner: Login,
  given: ImportedImages,
  images: BrandImages | null,
): Refusal | undefined {
  const came = BRAND_IMAGES.flatMap((name) => given[name]?.file ?? [])
  const named = new Set(BRAND_IMAGES.flatMap((name) => images?.[name]?.file ?? []))
  for (const file of came) {
    if (!named.has(file)) {
      shelf.drop(file)
      continue
    }
    const claimed = shelf.claim({ id: file, owner, kind: 'brand' })
    if (!claimed.ok) {
      for (const other of came) shelf.drop(other)
      return claimed
    }
    shelf.refer(file)
  }
  return undefined
}

/** Replaces file ids in a plan by the content of the images that changed. */
export function withPictures<K extends ConfigKindName>(
  plan: Plan<K> | NoChange<K> | Refusal,
): Plan<K> | NoChange<K> | Refusal {
  if (isRefusal(plan) || plan.did === 'same') return plan
  const changes = plan.changes.flatMap((change) =>
    change.field === 'images' ? pictureChanges(change) : [change],
  )
  return { ...plan, changes }
}

function pictureChanges({ from, to }: FieldChange): FieldChange[] {
  const digest = (images: unknown, name: BrandImageName): string | null =>
    (images as BrandImages | null)?.[name]?.sha256 ?? null
  return BRAND_IMAGES.flatMap((field) => {
    const [one, other] = [digest(from, field), digest(to, field)]
    return one === other ? [] : [{ field, from: one, to: other }]
  })
}
