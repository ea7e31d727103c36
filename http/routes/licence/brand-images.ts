import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import type { BrandImage } from '../../../engine/config/records/brand.js'
import { BRAND_IMAGE_BYTES_MAX } from '../../../engine/limits/files.js'
import { because } from '../../../engine/reasons/reasons.js'
import { IMAGE_EXTENSIONS, IMAGE_UPLOAD_MEDIA, imageType } from '../../../wire/check/image-type.js'
import {
  BrandImageParams,
  BrandView,
  TraderBrandImageParams,
  TraderBrandImageQuery,
} from '../../../wire/schema/settings/brand.js'
import { Bytes } from '../../../wire/types/scalars.js'
import type { PlainRequest } from '../../exchange/request.js'
import type { RawAnswer } from '../../pipeline/route.js'
import { brandOfHost } from '../../reach/brand-of-host.js'
import { CACHE_HEADER, CSP_HEADER } from '../../server/answer-headers.js'
import { isKnownTag } from '../../server/packed-text.js'
import { type FrontRoute, type FrontServices, rawRoute, route } from '../route.js'
import { reachedRecord } from '../settings/config-routes.js'
import { brandView } from './brand-view.js'
import { imageTag } from './image-tag.js'

const PATH = '/admin/v1/licence/brands/{id}/images/{image}'
const RIGHT = 'config.servers'
const WRITERS = [RIGHT, 'config.white_labels']
const MEDIA = 'image/*'
/** Prevents scripts in an image from running if it is opened in a browser. Its styles are allowed. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
const NO_CACHE = 'private, no-cache'
/** An address that contains a hash of the content never changes its content. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const WRITE_RATE = { per: 'login', max: 60, seconds: 60 } as const

export const adminBrandImageRoutes: readonly FrontRoute[] = [
  route({
    method: 'PUT',
    path: PATH,
    audience: 'staff',
    rights: WRITERS,
    rate: WRITE_RATE,
    summary: 'Set a picture of a brand',
    description:
      'Send the picture as bytes: PNG, ICO, or SVG without scripts, handlers and document types, ' +
      'at most 512 KiB. The content must match the media type. The new picture replaces the ' +
      'previous one, without a version check.',
    params: BrandImageParams,
    bodyMedia: IMAGE_UPLOAD_MEDIA,
    bodyBytesMax: BRAND_IMAGE_BYTES_MAX,
    body: Bytes,
    data: BrandView,
    errors: ['not_found', 'conflict', 'too_many_requests', 'unavailable'],
    example: { params: { id: '1', image: 'logo' } },
    async handle(context) {
      const { services, params, body, actor, session, request } = context
      const { id, image } = params
      const record = reachedRecord(context, 'brands', id)
      if (isRefusal(record)) return record
      const type = imageType(body, request.headers['content-type'] ?? '')
      if ('refused' in type) return refuse('invalid_input', type.refused)
      const { media } = type
      const kept = await services.uploads.keep(
        { owner: session.login, isStaff: true, kind: 'brand' },
        body,
        { name: `${image}.${IMAGE_EXTENSIONS[media]}`, media },
      )
      if (!kept.ok) return kept
      const file = kept.value.id
      const set = await services.desk.ask('brands.set_image', { actor, id, image, file })
      return set.ok ? brandView(set.value) : set
    },
  }),
  rawRoute({
    method: 'GET',
    path: PATH,
    audience: 'staff',
    rights: [RIGHT],
    summary: 'Read a picture of a brand',
    description: 'Answers the bytes of the picture, with an ETag.',
    params: BrandImageParams,
    media: MEDIA,
    errors: ['not_found'],
    handle(context) {
      const { params, request, services } = context
      const record = reachedRecord(context, 'brands', params.id)
      if (isRefusal(record)) return record
      return picture(services, request, record.images[params.image], NO_CACHE)
    },
  }),
  route({
    method: 'DELETE',
    path: PATH,
    audience: 'staff',
    rights: WRITERS,
    rate: WRITE_RATE,
    summary: 'Delete a picture of a brand',
    description: 'Pages of the brand then show no such picture. It has no version check.',
    params: BrandImageParams,
    errors: ['not_found', 'conflict', 'unavailable'],
    example: { params: { id: '1', image: 'logo' } },
    async handle({ services, params, actor }) {
      const { id, image } = params
      const set = await services.desk.ask('brands.set_image', { actor, id, image, file: null })
      return set.ok ? null : set
    },
  }),
]

export const traderBrandImageRoute: FrontRoute = rawRoute({
  method: 'GET',
  path: '/trader/v1/brand/images/{image}',
  audience: 'public',
  summary: 'Read a picture of the brand of this page',
  description:
    'Answers the bytes of the picture, with an ETag, for the brand of `GET /trader/v1/brand`. A ' +
    'client can keep the picture of an address forever.',
  params: TraderBrandImageParams,
  query: TraderBrandImageQuery,
  media: MEDIA,
  errors: ['not_found'],
  handle({ params, query, request, services }) {
    const brand = brandOfHost(services.settings.book.records, request)
    const image = brand?.images[params.image] ?? null
    const isNamed = image !== null && query.v === imageTag(image)
    return picture(services, request, image, isNamed ? FOR_EVER : 'public, no-cache')
  },
})

async function picture(
  { images }: Pick<FrontServices, 'images'>,
  { headers }: PlainRequest,
  image: BrandImage | null,
  cache: string,
): Promise<RawAnswer | Refusal> {
  if (image === null) return NONE
  const tag = `"${imageTag(image)}"`
  const status = isKnownTag(headers['if-none-match'] ?? '', tag) ? 304 : 200
  const body = status === 304 ? '' : await images.read({ id: image.file, bytes: image.bytes })
  if (body === null) return NONE
  return {
    status,
    mediaType: image.media,
    body,
    headers: [
      ['etag', tag],
      [CACHE_HEADER, cache],
      [CSP_HEADER, POLICY],
    ],
    isShared: true,
  }
}

const NONE = because('not_found.picture')
