import { Params, Text, type TSchema } from '../../wire/types/scalars.js'
import type { PageFile } from '../page-files.js'
import type { FrontRoute } from '../routes/route.js'
import { FOR_EVER, pageRoute } from './page-route.js'

const NAME_MAX = 96
/** Matches file names that contain a hash of their content. */
const HAS_HASH = /-[0-9A-Z]{8}\.[a-z]+$/

const PART_MAX = 256
const Part = Text(PART_MAX, 1)

/**
 * Addresses of the desk. The server sends the same page for all of them, and the page reads the
 * address.
 */
const DESK_PLACES: readonly (readonly [path: string, summary: string, params?: TSchema])[] = [
  ['/desk', 'The desk'],
  ['/desk/{page}', 'A page of the desk', Params({ page: Part })],
  ['/desk/{page}/{record}', 'A record at the desk', Params({ page: Part, record: Part })],
  [
    '/desk/{page}/{record}/{part}',
    'A part of a record at the desk',
    Params({ page: Part, record: Part, part: Part }),
  ],
  [
    '/desk/{page}/{record}/{part}/{detail}',
    'What stands in a part of a record at the desk',
    Params({ page: Part, record: Part, part: Part, detail: Part }),
  ],
]

/**
 * Routes of the web pages. Files with a hash in their name are cached for ever, others are
 * revalidated each time.
 */
export function pageRoutes(files: ReadonlyMap<string, PageFile>): readonly FrontRoute[] {
  const page = (path: string, name: string, summary: string, params?: TSchema): FrontRoute =>
    pageRoute({
      ...(params === undefined ? {} : { params }),
      path,
      summary,
      media: 'text/html',
      ignoresQuery: true,
      file: () => files.get(name),
    })
  return [
    page('/', 'index.html', 'The terminal'),
    // The page itself removes a slash at the end of its address.
    ...DESK_PLACES.flatMap(([path, summary, params]) => [
      page(path, 'desk.html', summary, params),
      page(`${path}/`, 'desk.html', `${summary}, typed with a slash`, params),
    ]),
    page('/about', 'about.html', 'What the pages are made of, and its licences'),
    pageRoute({
      path: '/build.json',
      summary: 'Which build of the pages this is',
      media: 'application/json',
      file: () => files.get('build.json'),
    }),
    pageRoute({
      path: '/assets/{name}',
      summary: 'A file of the pages',
      params: Params({ name: Text(NAME_MAX, 1) }),
      media: 'application/octet-stream',
      file: ({ name = '' }) => (name.endsWith('.html') ? undefined : files.get(name)),
      cache: ({ name = '' }) => (HAS_HASH.test(name) ? FOR_EVER : undefined),
    }),
  ]
}
