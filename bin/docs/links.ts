import { posix } from 'node:path'
import type { DocsAsset, DocsSource } from './sources.js'

const ELSEWHERE = /^[a-z]+:/

/**
 * Turns links between files of the project into links between pages under `/docs`, so that one Markdown file works on a
 * forge and in the product.
 */
export class DocsLinks {
  readonly #addresses: ReadonlyMap<string, string>

  constructor(sources: readonly DocsSource[], assets: readonly DocsAsset[]) {
    this.#addresses = new Map([...sources, ...assets].map(({ path, address }) => [path, address]))
  }

  /** The address of a link in the file `from`; null if the server does not show the target. */
  of(from: string, link: string): string | null {
    if (link.startsWith('#') || link.startsWith('/') || ELSEWHERE.test(link)) return link
    const [file = '', anchor] = link.split('#')
    const target = posix.join(posix.dirname(from), file).replace(/\/$/, '')
    const address = this.#addresses.get(target) ?? this.#addresses.get(`${target}/README.md`)
    if (address === undefined) return null
    const path = address === '' ? '/docs' : `/docs/${address}`
    return anchor === undefined ? path : `${path}#${anchor}`
  }
}
