import { createHash } from 'node:crypto'
import type { ImportedImages } from '../../../actors/desk/settings/imported-images.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import {
  BRAND_IMAGES,
  type BrandImage,
  type BrandImageName,
  type BrandRecord,
} from '../../../engine/config/records/brand.js'
import { BRAND_IMAGE_BYTES_MAX } from '../../../engine/limits/files.js'
import { TRANSFER_IMAGES_BYTES_MAX } from '../../../engine/limits/transfer.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { IMAGE_EXTENSIONS, type ImageMedia, imageType } from '../../../wire/check/image-type.js'
import type { FrontServices } from '../route.js'

/**
 * Brand images in settings files. `images` holds each by name, as media type and base64 content.
 * Null removes an image, and an omitted image stays unchanged.
 */
type Fields = Readonly<Record<string, unknown>>

export interface WrittenPictures {
  readonly images: Fields
  /** Names of images that did not fit into the file or could not be read. */
  readonly leftOut: readonly string[]
}

/** Adds images to a file until its size limit is reached. */
export class PictureWriter {
  readonly #images: FrontServices['images']
  #room = TRANSFER_IMAGES_BYTES_MAX

  constructor({ images }: Pick<FrontServices, 'images'>) {
    this.#images = images
  }

  async write({ images }: Pick<BrandRecord, 'images'>): Promise<WrittenPictures> {
    const written: Record<string, unknown> = {}
    const leftOut: string[] = []
    for (const name of BRAND_IMAGES) {
      const image = images[name]
      const data = image === null ? null : await this.#text(image)
      if (data === undefined) leftOut.push(`images/${name}`)
      else written[name] = image === null ? null : { media: image.media, data }
    }
    return { images: written, leftOut }
  }

  async #text({ file, bytes }: BrandImage): Promise<string | undefined> {
    if (bytes > this.#room) return undefined
    const content = await this.#images.read({ id: file, bytes })
    if (content === null) return undefined
    this.#room -= bytes
    return Buffer.from(content).toString('base64')
  }
}

interface Picture {
  readonly media: ImageMedia
  readonly content: Uint8Array
}

/** The images of a brand from a file, with the same checks as for uploads. */
export type ReadPictures = { readonly [Name in BrandImageName]?: Picture | null }

export function readPictures(given: unknown): ReadPictures | Refusal {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return refuseField('images', say('field.pictures'))
  }
  const read: { [Name in BrandImageName]?: Picture | null } = {}
  for (const [name, picture] of Object.entries(given)) {
    const known = BRAND_IMAGES.find((one) => one === name)
    if (known === undefined)
      return refuseField('images', say('field.picture_names', { names: BRAND_IMAGES.join(', ') }))
    const found = picture === null ? null : readPicture(known, picture)
    if (found !== null && isRefusal(found)) return found
    read[known] = found
  }
  return read
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function readPicture(name: BrandImageName, given: unknown): Picture | Refusal {
  const path = `images.${name}`
  const { media, data } = (typeof given === 'object' ? given : {}) as Fields
  if (typeof media !== 'string' || typeof data !== 'string') {
    return refuseField(path, say('field.picture_parts'))
  }
  if (data.length > (BRAND_IMAGE_BYTES_MAX / 3) * 4 + 4) {
    return refuseField(path, say('field.picture_kib', { max: BRAND_IMAGE_BYTES_MAX / 1024 }))
  }
  if (!BASE64.test(data)) return refuseField(`${path}.data`, say('field.base64'))
  const content = Buffer.from(data, 'base64')
  if (content.length > BRAND_IMAGE_BYTES_MAX) {
    return refuseField(path, say('field.picture_kib', { max: BRAND_IMAGE_BYTES_MAX / 1024 }))
  }
  const type = imageType(content, media)
  return 'refused' in type
    ? refuseField(path, say('field.picture', { text: type.refused }))
    : { media: type.media, content }
}

interface Keeping {
  readonly services: Pick<FrontServices, 'uploads'>
  readonly owner: number
  /** The existing brand. Images that it already has are not stored again. */
  readonly brand: BrandRecord | undefined
  /** True for a preview, which stores nothing. */
  readonly isDryRun: boolean
}

/**
 * Stores new images and returns them in the form for the desk. They belong to no record until the
 * desk claims them.
 */
export async function storePictures(
  pictures: ReadPictures,
  { services, owner, brand, isDryRun }: Keeping,
): Promise<ImportedImages | Refusal> {
  const kept: { [Name in BrandImageName]?: BrandImage | null } = {}
  for (const name of BRAND_IMAGES) {
    const picture = pictures[name]
    if (picture === undefined) continue
    if (picture === null) {
      kept[name] = null
      continue
    }
    const { media, content } = picture
    const sha256 = createHash('sha256').update(content).digest('hex')
    const image = { file: '', media, bytes: content.length, sha256 }
    const own = brand?.images[name]
    if (isDryRun || (own?.sha256 === sha256 && own.media === media)) {
      kept[name] = image
      continue
    }
    const said = { name: `${name}.${IMAGE_EXTENSIONS[media]}`, media }
    const stored = await services.uploads.keep(
      { owner, isStaff: true, kind: 'brand' },
      content,
      said,
    )
    if (!stored.ok) return stored
    kept[name] = { ...image, file: stored.value.id }
  }
  return kept
}
