import type { Refusal } from '../../../engine/code.js'
import { contentOf } from '../../../engine/config/content.js'
import { refuseMissing } from '../../../engine/config/kind.js'
import type {
  BrandImage,
  BrandImageName,
  BrandRecord,
} from '../../../engine/config/records/brand.js'
import { because } from '../../../engine/reasons/reasons.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { FileShelf } from '../files.js'
import { ConfigDesk } from './config-changes.js'
import { ConfigPlanner, changedRecord } from './config-plan.js'

/**
 * Images of brands: files that stay as long as a brand refers to them. The change that sets an
 * image claims its file and releases the former one (actors/desk/settings/config-changes.ts).
 */

export interface SetBrandImage {
  readonly actor: Actor & { readonly login: number }
  readonly id: number
  readonly image: BrandImageName
  /** The uploaded file; null removes the image. */
  readonly file: string | null
}

export function brandImagesDesk(desk: Desk) {
  const images = new BrandImageDesk(desk)
  return { 'brands.set_image': (request: SetBrandImage) => images.set(request) }
}

class BrandImageDesk {
  readonly #desk: Desk
  readonly #config: ConfigDesk
  readonly #shelf: FileShelf

  constructor(desk: Desk) {
    this.#desk = desk
    this.#config = new ConfigDesk(desk, new ConfigPlanner(desk))
    this.#shelf = new FileShelf(desk)
  }

  set({ actor, id, image: name, file }: SetBrandImage): Outcome<BrandRecord> {
    const { world } = this.#desk.config
    const before = world.get('brands', id)
    if (before === undefined) return refuseMissing('brand', id)
    return this.#config.changeKinds(actor, (journal) => {
      const old = before.images[name]
      if (file === null && old === null) {
        return because('not_found.brand_image', { brand: before.company, name })
      }
      const image = file === null ? null : this.#claimed(file, actor.login)
      if (image !== null && 'code' in image) return image
      if (image !== null && image.sha256 === old?.sha256 && image.media === old.media) {
        this.#shelf.drop(image.file)
        return accept({ made: [], answer: before })
      }
      if (image !== null) this.#shelf.refer(image.file)
      const content = {
        ...contentOf<'brands'>(before),
        images: { ...before.images, [name]: image },
      }
      const now = this.#desk.clock.now()
      const record = changedRecord<'brands'>(before, content, before.version + 1, now)
      const what = image === null ? 'was deleted' : 'was set'
      const change = { field: name, from: old?.sha256 ?? null, to: image?.sha256 ?? null }
      const text = `The ${name} of brand ${before.company} ${what}`
      journal(actor, { kind: 'config', about: { kind: 'brands', id }, text, changes: [change] })
      const steps = [{ id, before, record, secrets: {} }]
      return accept({ made: [{ kind: 'brands', steps }], answer: record })
    })
  }

  #claimed(id: string, owner: number): BrandImage | Refusal {
    const claimed = this.#shelf.claim({ id, owner, kind: 'brand' })
    if (!claimed.ok) return claimed
    const { media, bytes, sha256 } = claimed.value
    return { file: id, media, bytes, sha256: sha256 ?? '' }
  }
}
