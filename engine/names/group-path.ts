import { type CompiledMask, compiledMask } from './mask.js'

/**
 * Group paths and the masks that select them.
 *
 *   - A path is segments between backslashes; a slash reads the same, and case makes no difference.
 *   - A staff group has a complete segment named managers or administrators, at any depth:
 *     `x\managers\y` is one, `x\managers2` is not.
 *   - A scope covers a path when one of its masks fits and none of its `!` masks does. The order of
 *     the masks makes no difference, so no order of editing can widen a scope.
 */
const STAFF_FOLDERS: ReadonlySet<string> = new Set(['managers', 'administrators'])

export function groupSegments(path: string): string[] {
  return path.split(/[\\/]/).filter((segment) => segment !== '')
}

/** The last segment of a symbol's path, which is the symbol's name. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('\\') + 1)
}

/** The stored form of a path. */
export function groupPath(text: string): string {
  return text.replaceAll('/', '\\')
}

/** The form in which paths and masks are compared. */
export function comparableGroup(path: string): string {
  return groupPath(path).toLowerCase()
}

export function isStaffGroup(path: string): boolean {
  return groupSegments(path).some((segment) => STAFF_FOLDERS.has(segment.toLowerCase()))
}

/** True when one mask, in which `*` is any run of characters, fits the whole path. */
export function groupMaskFits(mask: string, path: string): boolean {
  return compiledMask(comparableGroup(mask))(comparableGroup(path))
}

export interface GroupScope {
  covers(path: string): boolean
}

/**
 * The masks of a scope in comparable form: masks that allow groups, and masks that exclude groups
 * (`!`).
 */
export interface ScopeMasks {
  readonly allowed: readonly string[]
  readonly denied: readonly string[]
}

/** A scope is a list of masks; an entry may hold several, separated by commas. */
export function scopeMasks(masks: readonly string[]): ScopeMasks {
  const allowed: string[] = []
  const denied: string[] = []
  for (const entry of masks) {
    for (const part of entry.split(',')) {
      const mask = comparableGroup(part.trim())
      if (mask.startsWith('!')) denied.push(mask.slice(1))
      else if (mask !== '') allowed.push(mask)
    }
  }
  return { allowed, denied }
}

/**
 * The scopes are cached by list, because lists never change and every request of a session needs
 * its scope.
 */
const scopes = new WeakMap<readonly string[], GroupScope>()

export function groupScope(masks: readonly string[]): GroupScope {
  const known = scopes.get(masks)
  if (known !== undefined) return known
  const { allowed, denied } = scopeMasks(masks)
  const [takes, refuses] = [allowed.map(compiledMask), denied.map(compiledMask)]
  const scope: GroupScope = {
    covers(path) {
      const comparable = comparableGroup(path)
      const fits = (mask: CompiledMask): boolean => mask(comparable)
      return takes.some(fits) && !refuses.some(fits)
    },
  }
  scopes.set(masks, scope)
  return scope
}

/** The groups in which staff with these masks and rights may act: staff groups only with `config.staff`. */
export function groupReach(masks: readonly string[], rights: ReadonlySet<string>): GroupScope {
  const scope = groupScope(masks)
  const seesStaff = rights.has('config.staff')
  return { covers: (path) => scope.covers(path) && (seesStaff || !isStaffGroup(path)) }
}
