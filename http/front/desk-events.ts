import type { Supervisor } from '../../actors/server/supervisor.js'
import { configChanged, EventFrame } from '../../wire/frame/plain-frame.js'
import { isApart, isOpenJob } from '../../wire/stored/stored-job.js'
import { notificationView } from '../../wire/stored/stored-notification.js'
import type { DeskEvent } from '../../wire/thread/messages.js'
import { loadSessions, type SessionStore } from '../sessions/session-store.js'
import type { Front } from './parts.js'

type EventOf<Type extends DeskEvent['type']> = Extract<DeskEvent, { readonly type: Type }>

export interface DeskListeners {
  readonly front: Front
  readonly sessions: Pick<SessionStore, 'take'>
  readonly supervisor: Supervisor
}

/** The actions of the front on each event of the desk. */
const HEARD: {
  readonly [Type in DeskEvent['type']]: (hearers: DeskListeners, event: EventOf<Type>) => void
} = {
  auth: ({ sessions }, { event }) => sessions.take(event),
  profile: heardOfAccount,
  config({ front, supervisor }, { change }) {
    front.traderSettings.tell(change, supervisor.book)
    if (change.kind === 'mail_servers') void lookAtEmails(front, supervisor)
    if (change.kind === 'webhooks') lookAtWebhooks(front, supervisor)
    // Report times depend on the server's time zone.
    if (change.kind === 'settings') lookAtReports(front)
  },
  news: ({ front, supervisor }, { items }) => front.sockets.news.tell(items, supervisor.book),
  job({ front }, { job }) {
    front.jobs.heard(job)
    front.jobEvents.heard(job)
    if (isApart(job) && !isOpenJob(job)) lookAtReports(front)
  },
  report_schedules: ({ front }) => lookAtReports(front),
  sign_up: ({ front }, { standing }) => front.signUps.take(standing),
  notifications({ front }, { items }) {
    for (const item of items) {
      front.events.toBothSides(item.login, new EventFrame('notification', notificationView(item)))
    }
  },
  outbox({ front }, { stats }) {
    front.mailStats.take(stats)
    front.outbox.wake()
  },
  mails({ front }, { items }) {
    for (const { login, view } of items) {
      front.events.toMailboxOf(login, new EventFrame('mail', view))
    }
  },
  mail_delivery({ front }, { login, progress }) {
    front.deliveries.wake()
    front.events.toLogin('staff', login, new EventFrame('mail_delivery', progress))
  },
  journal: ({ front }) => front.eventStream.heardLine(),
}

/** Reloads the data that the front caches. Called when the desk becomes available. */
export async function deskIsThere(
  front: Front,
  supervisor: Supervisor,
  sessions: SessionStore,
): Promise<void> {
  front.signIn.know(await loadSessions(supervisor, sessions))
  await lookAtEmails(front, supervisor)
  await lookAtSignUps(front, supervisor)
  front.deliveries.wake()
  lookAtWebhooks(front, supervisor)
  lookAtReports(front)
}

function lookAtWebhooks({ webhooks }: Front, { book }: Supervisor): void {
  webhooks.runner.configured(book.records.webhooks)
}

/**
 * Reloads the statistics of the mail servers and wakes the outbox, because e-mails may now use
 * another server.
 */
async function lookAtEmails(front: Front, supervisor: Supervisor): Promise<void> {
  const stats = await supervisor.ask('outbox.stats', null)
  if (stats.ok) front.mailStats.take(stats.value)
  front.outbox.wake()
}

/** Reloads the sign-up limits, which change with time and settings. */
export async function lookAtSignUps(front: Front, supervisor: Supervisor): Promise<void> {
  const standing = await supervisor.ask('sign_up.standing', null)
  if (standing.ok) front.signUps.take(standing.value)
}

/** Starts scheduled reports that are due, and e-mails finished reports. */
function lookAtReports({ reportSchedules, schedule }: Front): void {
  void reportSchedules.look().then(() => schedule.arm())
}

/** Handles a desk event, then passes it to the staff sockets that subscribed to it. */
export function subscribeToDesk(hearers: DeskListeners, event: DeskEvent): void {
  const hear = HEARD[event.type] as (hearers: DeskListeners, event: DeskEvent) => void
  hear(hearers, event)
  hearers.front.staffSockets.onDeskEvent(event)
}

/**
 * Clears the cache of a changed account and informs its terminals, because its terms may have
 * changed.
 */
function heardOfAccount({ front, sessions }: DeskListeners, event: EventOf<'profile'>): void {
  const { login } = event.profile
  front.accounts.forget(login)
  sessions.take({ type: 'access', facts: event.access })
  front.events.toLogin('trader', login, configChanged('accounts', login, event.version))
}
