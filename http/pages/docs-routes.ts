import { Params, Text, type TSchema } from '../../wire/types/scalars.js'
import type { PageFile } from '../page-files.js'
import type { FrontRoute } from '../routes/route.js'
import { pageRoute } from './page-route.js'

const PART_MAX = 96
const Part = Text(PART_MAX, 1)
const PAGE_ENDING = '.html'

/** Looks up documentation files. */
export interface DocsLookup {
  get(name: string): PageFile | undefined
}

/** Routes of the documentation: its index, pages, section pages and the files that they use. */
export function docsRoutes(files: DocsLookup): readonly FrontRoute[] {
  const route = (path: string, summary: string, params?: TSchema): FrontRoute =>
    pageRoute({
      ...(params === undefined ? {} : { params }),
      path,
      summary,
      media: 'text/html',
      ignoresQuery: true,
      file: (named) => fileOf(files, Object.values(named).join('/')),
    })
  return [
    route('/docs', 'The index of the documentation'),
    route('/docs/{page}', 'A page of the documentation', Params({ page: Part })),
    route(
      '/docs/{page}/{part}',
      'A page, picture or example in a section of the documentation',
      Params({ page: Part, part: Part }),
    ),
  ]
}

/** Finds a file. The addresses of pages have no file extension, those of other files do. */
function fileOf(files: DocsLookup, name: string): PageFile | undefined {
  if (name.endsWith(PAGE_ENDING)) return undefined
  return files.get(`${name || 'index'}${PAGE_ENDING}`) ?? files.get(name)
}
