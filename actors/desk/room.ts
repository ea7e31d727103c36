import type { SessionSide } from '../../engine/access/session.js'
import type { Login } from '../../engine/units.js'
import type { DiskUse } from '../../storage/disk-space.js'
import type { Outcome } from '../thread/ask.js'
import { noRoomFor } from '../thread/no-room.js'
import { accountClasses } from './account-classes.js'
import type { Desk } from './desk.js'
import type { PartOperations } from './parts.js'

/**
 * Every operation with which users add stored data first checks the free space on the disk: for
 * traders and strangers, for staff, or only for trading (storage/disk-space.ts). Operations
 * that delete something or change a single setting or account are not listed, because they are
 * needed to make space.
 */
type UseOf<Request> = DiskUse | ((request: Request, ownerUse: (owner: Login) => DiskUse) => DiskUse)

type Uses = { readonly [Name in keyof PartOperations]?: UseOf<PartOperations[Name]['request']> }

const ofOwner = ({ owner }: { readonly owner: Login }, ownerUse: (owner: Login) => DiskUse) =>
  ownerUse(owner)
const ofSide = ({ side }: { readonly side: SessionSide }): DiskUse =>
  side === 'staff' ? 'staff' : 'traders'

const USES: Uses = {
  'accounts.create': 'staff',
  'api_keys.create': 'staff',
  'api_keys.used': 'staff',
  'config.batch': 'staff',
  'files.may': ofOwner,
  'imports.receive': 'staff',
  'imports.start': 'staff',
  // A log archive frees space, so it may run on a nearly full disk.
  'jobs.create': ({ kind }) => (kind === 'log.archive' ? 'trading' : 'staff'),
  'mail.attach': ofOwner,
  'mail.save_draft': ofOwner,
  'mail.send': 'staff',
  'mail.send_to_staff': 'traders',
  'notes.add': 'staff',
  'notes.change': 'staff',
  'notifications.send': 'staff',
  'preferences.save': ofSide,
  'refusals.keep': 'traders',
  'report_schedules.create': 'staff',
  'reports.run': 'staff',
  'sign_in_links.issue': 'staff',
  'sign_up.apply': 'traders',
  'sign_up.begin': 'traders',
  'sign_up.code': 'traders',
  'sign_up.open': 'traders',
  'statements.send': 'staff',
  'watchlists.change': 'traders',
  'watchlists.create': 'traders',
  'webhooks.create': 'staff',
}

export function withRoom<Parts extends object>(desk: Desk, handlers: Parts): Parts {
  const classOf = accountClasses(desk)
  const ownerUse = (owner: Login): DiskUse => (classOf(owner) === 'staff' ? 'staff' : 'traders')
  if (desk.disk === undefined) return handlers
  const asked = Object.entries(USES as Readonly<Record<string, UseOf<never>>>).map(
    ([name, useOf]) => {
      const handle = (handlers as Readonly<Record<string, Handler>>)[name] as Handler
      const handled: Handler = (request) => {
        const use = typeof useOf === 'string' ? useOf : useOf(request, ownerUse)
        return noRoomFor(desk.disk, use) ?? handle(request)
      }
      return [name, handled]
    },
  )
  return { ...handlers, ...Object.fromEntries(asked) }
}

type Handler = (request: never) => Outcome<unknown>
