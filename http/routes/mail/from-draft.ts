import type { DraftVersion, FoundDraft } from '../../../actors/desk/mailbox/drafts.js'
import type { SentMail } from '../../../actors/desk/mailbox/sending.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { MailDraft } from '../../../wire/stored/stored-mail.js'
import type { Session } from '../../exchange/session.js'
import type { KnownActor } from '../../pipeline/actor.js'
import type { KeyedRequest } from '../../pipeline/idempotency-key.js'
import type { FrontServices } from '../route.js'
import { refuseBody } from './mail-content.js'

interface MailRequest {
  readonly subject?: string
  readonly body?: string
  readonly reply_to?: number
  readonly draft_id?: number
}

/** The message to send. Fields that the request omits come from its draft. */
export interface WrittenMail {
  readonly subject: string
  readonly body: string
  readonly replyTo: number
  readonly draft: DraftVersion | null
  /** The draft's recipients and e-mail option; null without a draft. */
  readonly terms: MailDraft | null
}

/**
 * Either the message to send, or the earlier answer to a request with the same key, whatever
 * happened to the draft since.
 */
export type ResolvedMail = { readonly sent: SentMail } | { readonly written: WrittenMail }

interface Asking {
  readonly services: Pick<FrontServices, 'desk'>
  readonly session: Pick<Session, 'login'>
  readonly actor: KnownActor
  readonly keyed: KeyedRequest
}

/** Combines the fields of the request with the fields of its draft. */
export async function fromDraft(
  asking: Asking,
  asked: MailRequest,
): Promise<Outcome<ResolvedMail>> {
  const { draft_id: id = 0 } = asked
  if (id === 0) return written(asked, null)
  const { services, session, actor, keyed } = asking
  if (keyed.once !== undefined) {
    const first = await services.desk.ask('once.first', { actor, once: keyed.once })
    if (!first.ok) return first
    if (first.value !== null) return accept({ sent: first.value.value as SentMail })
  }
  const found = await services.desk.ask('mail.draft', { owner: session.login, id })
  if (!found.ok) return found
  return written(asked, found.value)
}

function written(asked: MailRequest, found: FoundDraft | null): Outcome<ResolvedMail> {
  const { subject = found?.subject ?? '', body = found?.body ?? '' } = asked
  if (subject === '') return refuseField('subject', say('field.missing'))
  const refusal = refuseBody(body)
  if (refusal !== undefined) return refusal
  const terms = found?.draft ?? null
  const { reply_to: replyTo = terms?.reply_to ?? 0, draft_id: id = 0 } = asked
  const draft = terms === null ? null : { id, version: terms.version }
  return accept({ written: { subject, body, replyTo, draft, terms } })
}
