/**
 * Whose pages these are: traders' at `/`, staff's at `/desk` and below. Routes, the socket, what the browser keeps, and
 * the header that names the account follow from it.
 */
export const isDesk = location.pathname === '/desk' || location.pathname.startsWith('/desk/')

const TRADERS = '/trader/v1'
const STAFF = '/admin/v1'

/** Where the routes of this side are. */
export const sidePath = isDesk ? STAFF : TRADERS

/** The route of this side that is called like the trader's: both sides sign in, read and write mail by the same shapes. */
export function own<Name extends string>(name: Name): Name {
  return (isDesk ? name.replace(TRADERS, STAFF) : name) as Name
}

/** A name under which the browser keeps something, or locks it, for this side alone. */
export function ownKey(name: string): string {
  return isDesk ? `desk.${name}` : name
}
