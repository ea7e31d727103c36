/**
 * The side of these pages: traders at `/`, staff at `/desk` and below. Routes, WebSocket, storage
 * keys and the account header depend on it.
 */
export const isDesk = location.pathname === '/desk' || location.pathname.startsWith('/desk/')

const TRADERS = '/trader/v1'
const STAFF = '/admin/v1'

/** The path prefix of this side's routes. */
export const sidePath = isDesk ? STAFF : TRADERS

/**
 * The route of this side that corresponds to a trader route. Sign-in and mail have the same schemas
 * on both sides.
 */
export function own<Name extends string>(name: Name): Name {
  return (isDesk ? name.replace(TRADERS, STAFF) : name) as Name
}

/** A storage key or lock name for this side only. */
export function ownKey(name: string): string {
  return isDesk ? `desk.${name}` : name
}
