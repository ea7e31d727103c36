import type { Routes } from '../generated/routes.js'

/** The parts of a request by the name of its route: path parameters, query and body. */
export type RouteName = keyof Routes

/** A part that the route does not have, or that is optional. */
type Part<Name extends string, Value> = [Value] extends [null]
  ? { readonly [key in Name]?: null | undefined }
  : null extends Value
    ? { readonly [key in Name]?: Value | undefined }
    : Readonly<Record<string, never>> extends Value
      ? { readonly [key in Name]?: Value | undefined }
      : { readonly [key in Name]: Value }

export type PartsOf<Name extends RouteName> = Part<'params', Routes[Name]['params']> &
  Part<'query', Routes[Name]['query']> &
  Part<'body', Routes[Name]['body']>

/** The parts of any request, without the types of its route. */
export interface AnyParts {
  readonly params?: Readonly<Record<string, unknown>> | null | undefined
  readonly query?: Readonly<Record<string, unknown>> | null | undefined
  readonly body?: unknown
}

/** Builds path and query for a route's path. */
export function addressOf(pattern: string, { params, query }: AnyParts): string {
  return pathOf(pattern, params ?? {}) + queryOf(query ?? {})
}

function pathOf(pattern: string, params: Readonly<Record<string, unknown>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null) throw new TypeError(`${pattern} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** Fields without a value are left out. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
