import { assert } from '../../engine/assert.js'
import { type Method, nameOf, type Route } from './route.js'

export interface PathRoutes {
  readonly byMethod: ReadonlyMap<Method, Route>
  /** The value of the `Allow` header: the methods, and HEAD if there is GET. */
  readonly allow: string
}

export interface RouteMatch {
  readonly routes: PathRoutes
  /** The raw values of the path parameters in order. */
  readonly params: readonly string[]
}

interface Node {
  readonly children: Map<string, Node>
  any: Node | null
  routes: PathRoutes | null
}

const NO_PARAMS: readonly string[] = []
/** The most segments in a path. Longer paths match nothing and are not searched. */
const SEGMENTS_MAX = 16

/**
 * Finds the route of a path.
 * - A path without parameters is found by a single lookup before all others.
 * - If a segment matches both a fixed name and a parameter, the fixed name is tried first.
 * - A parameter matches one non-empty segment. `/x/` is not `/x`.
 */
export class Router {
  readonly #plain = new Map<string, RouteMatch>()
  readonly #root: Node = newNode()

  constructor(routes: readonly Route[]) {
    const byPath = new Map<string, Map<Method, Route>>()
    for (const route of routes) {
      const methods = byPath.get(route.path) ?? new Map<Method, Route>()
      assert(!methods.has(route.method), `${nameOf(route)} is routed once`)
      byPath.set(route.path, methods.set(route.method, route))
    }
    for (const [path, byMethod] of byPath) this.#add(path, { byMethod, allow: allowOf(byMethod) })
  }

  find(path: string): RouteMatch | null {
    const plain = this.#plain.get(path)
    if (plain !== undefined) return plain
    const segments = path.split('/', SEGMENTS_MAX + 2)
    if (segments.length > SEGMENTS_MAX + 1 || segments[0] !== '') return null
    const params: string[] = []
    const routes = walk(this.#root, segments, 1, params)
    return routes === null ? null : { routes, params }
  }

  #add(path: string, routes: PathRoutes): void {
    if (!path.includes('{')) {
      this.#plain.set(path, { routes, params: NO_PARAMS })
      return
    }
    let node = this.#root
    for (const segment of path.split('/').slice(1)) {
      const isParam = segment.startsWith('{') && segment.endsWith('}')
      assert(isParam || !segment.includes('{'), `${path}: braces take a whole segment`)
      let next = isParam ? node.any : node.children.get(segment)
      if (next === null || next === undefined) {
        next = newNode()
        if (isParam) node.any = next
        else node.children.set(segment, next)
      }
      node = next
    }
    assert(node.routes === null, `${path} differs from other paths by more than its names`)
    node.routes = routes
  }
}

function walk(node: Node, segments: string[], at: number, params: string[]): PathRoutes | null {
  if (at === segments.length) return node.routes
  const segment = segments[at] as string
  const named = node.children.get(segment)
  if (named !== undefined) {
    const found = walk(named, segments, at + 1, params)
    if (found !== null) return found
  }
  if (node.any === null || segment === '') return null
  params.push(segment)
  const found = walk(node.any, segments, at + 1, params)
  if (found === null) params.pop()
  return found
}

function newNode(): Node {
  return { children: new Map(), any: null, routes: null }
}

function allowOf(byMethod: ReadonlyMap<Method, Route>): string {
  const methods: string[] = [...byMethod.keys()]
  if (byMethod.has('GET')) methods.push('HEAD')
  return methods.sort().join(', ')
}
