import { assert } from '../../../engine/assert.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import {
  MAIL_DRAFTS_MAX,
  MAIL_FILES_BYTES_MAX,
  MAIL_FILES_MAX,
} from '../../../engine/limits/mailbox.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type {
  DraftTerms,
  MailDraft,
  MailFile,
  StoredMail,
  WholeMail,
} from '../../../wire/stored/stored-mail.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { requestId } from '../../thread/random.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { FileShelf } from '../files.js'
import { StaffReach } from '../identity/staff-reach.js'
import { MailCopies } from './copies.js'
import { noFile, noMail, type OwnMail, type OwnMailFile } from './reading.js'

/**
 * Mails that are being written: messages with one copy, in the folder `draft`.
 *
 *   - A draft is checked against scope and mailboxes only when it is sent.
 *   - A client that names the version it has read does not overwrite a later one.
 *   - Its files are claimed in the change that adds them, and stay with the mail when it is sent.
 *   - Staff may remove all drafts of an account in reach, but read none. They are deleted when the
 *     account is archived.
 */

interface RemoveDrafts {
  readonly actor: Actor
  readonly login: Login
}

export interface FoundDraft {
  readonly subject: string
  readonly body: string
  readonly draft: MailDraft
}

/** A draft with the version that the client has read. */
export interface DraftVersion {
  readonly id: number
  readonly version: number
}

export interface SaveDraft {
  readonly owner: Login
  /** The draft to save; 0 creates a new one. */
  readonly id: number
  readonly subject: string
  readonly body: string
  readonly draft: DraftTerms
  /** The version that the client has read; null overwrites any version. */
  readonly version: number | null
}

export function mailDraftsDesk(desk: Desk) {
  const drafts = new MailDrafts(desk)
  return {
    'mail.draft': ({ owner, id }: OwnMail): Outcome<FoundDraft> => {
      const found = drafts.get(owner, id)
      if (isRefusal(found)) return found
      const { subject, body, draft } = found
      assert(draft !== null, 'a mail of the folder of drafts is one')
      return accept({ subject, body, draft })
    },
    'mail.save_draft': (request: SaveDraft) => drafts.save(request),
    'mail.attach': ({ owner, id, upload }: OwnMail & { readonly upload: string }) =>
      drafts.attach(owner, id, upload),
    'mail.detach': ({ owner, id, file }: OwnMailFile) => drafts.detach(owner, id, file),
    /** Removes all drafts of another user's mailbox and returns their number. */
    'mail.remove_drafts': (request: RemoveDrafts) => drafts.removeAll(request),
  }
}

export class MailDrafts {
  readonly #desk: Desk
  readonly #copies: MailCopies
  readonly #shelf: FileShelf
  readonly #staff: StaffReach

  constructor(desk: Desk) {
    this.#desk = desk
    this.#copies = new MailCopies(desk)
    this.#shelf = new FileShelf(desk)
    this.#staff = new StaffReach(desk)
  }

  save({ owner, id, subject, body, draft: terms, version }: SaveDraft): Outcome<WholeMail> {
    const before = id === 0 ? undefined : this.get(owner, id)
    if (isRefusal(before)) return before
    const saved = before?.draft?.version ?? 0
    if (before !== undefined && version !== null && version !== saved) return stale(saved)
    const draft = { ...terms, version: saved + 1 }
    const thread = this.threadOf(owner, draft.reply_to)
    if (isRefusal(thread)) return thread
    if (id === 0 && this.#desk.tables.mails.count(owner, 'draft') >= MAIL_DRAFTS_MAX) {
      return because('conflict.drafts_max', { max: MAIL_DRAFTS_MAX })
    }
    const at = this.#desk.clock.now()
    return this.#desk.change(() => {
      if (before !== undefined) {
        this.#desk.tables.mails.changeDraft(before.message, subject, body, draft)
        this.#desk.tables.mails.touch(id, thread ?? before.message, at)
        return accept(this.#again(owner, id))
      }
      const message = this.#desk.tables.mails.addMessage({
        uuid: requestId(),
        sender: owner,
        senderName: '',
        recipients: '',
        subject,
        body,
        draft,
        at,
      })
      const copy = this.#desk.tables.mails.addCopy({
        owner,
        folder: 'draft',
        message,
        thread: thread ?? message,
        isRead: true,
        at,
      })
      assert(copy !== undefined, 'a new message is in no folder yet')
      this.#desk.tables.mails.addCopies(message, 1)
      return accept(this.#again(owner, copy))
    })
  }

  attach(owner: Login, id: number, upload: string): Outcome<WholeMail> {
    const draft = this.get(owner, id)
    if (isRefusal(draft)) return draft
    return this.#desk.change(
      () => this.addFiles(owner, draft.message, [upload]) ?? accept(this.#again(owner, id)),
    )
  }

  detach(owner: Login, id: number, file: number): Outcome<WholeMail> {
    const draft = this.get(owner, id)
    if (isRefusal(draft)) return draft
    const found = this.#desk.tables.mails.files(draft.message).find((one) => one.id === file)
    if (found === undefined) return noFile(file)
    return this.#desk.change(() => {
      this.#desk.tables.mails.removeFile(file)
      this.#shelf.release(found.file_id)
      return accept(this.#again(owner, id))
    })
  }

  /**
   * The draft from which a mail was written, at the version that its sender has read; undefined for
   * a mail without a draft.
   */
  seen(owner: Login, draft: DraftVersion | null): StoredMail | Refusal | undefined {
    if (draft === null) return undefined
    const found = this.get(owner, draft.id)
    if (isRefusal(found)) return found
    const version = found.draft?.version ?? 0
    return version === draft.version ? found : stale(version)
  }

  removeAll({ actor, login }: RemoveDrafts): Outcome<number> {
    const caller = this.#staff.holder(actor, 'mailbox')
    if (isRefusal(caller)) return caller
    const account = this.#staff.account(caller, login)
    if (isRefusal(account)) return account
    return this.#desk.change((journal) => {
      const removed = this.#copies.removeDrafts(login)
      const text = `The drafts of the account ${login} were removed: ${removed}`
      if (removed > 0) journal(actor, { kind: 'mail', login, text })
      return accept(removed)
    })
  }

  get(owner: Login, id: number): StoredMail | Refusal {
    const mail = this.#desk.tables.mails.get(owner, id)
    return mail?.folder === 'draft' ? mail : because('not_found.draft', { id })
  }

  /** Attaches uploaded files to a message within its limits, inside a change. */
  addFiles(owner: Login, message: number, uploads: readonly string[]): Refusal | undefined {
    for (const id of uploads) {
      const claimed = this.#shelf.claim({ id, owner, kind: 'mail' })
      if (!claimed.ok) return claimed
      const { name, media, bytes } = claimed.value
      this.#shelf.refer(id)
      this.#desk.tables.mails.addFile(message, { file_id: id, name, media, bytes })
    }
    return refuseFiles(this.#desk.tables.mails.files(message))
  }

  /** Moves a sent draft's files to its message and removes the draft, inside a change. */
  sentAs(draft: StoredMail, message: number): void {
    this.#desk.tables.mails.moveFiles(draft.message, message)
    this.#copies.remove(draft)
  }

  /** The thread of the mail that this one replies to; undefined for a new thread. */
  threadOf(owner: Login, replyTo: number): number | Refusal | undefined {
    if (replyTo === 0) return undefined
    const answered = this.#desk.tables.mails.get(owner, replyTo)
    if (answered === undefined || answered.folder === 'draft') return noMail(replyTo)
    return answered.thread_id
  }

  #again(owner: Login, id: number): WholeMail {
    const mail = this.#desk.tables.mails.get(owner, id)
    assert(mail !== undefined, 'what was just saved is there')
    return this.#copies.whole(mail)
  }
}

function stale(version: number): Refusal {
  return because('conflict.draft_changed', { version })
}

function refuseFiles(files: readonly MailFile[]): Refusal | undefined {
  if (files.length > MAIL_FILES_MAX) {
    return refuseField('attachments', say('field.files_max', { max: MAIL_FILES_MAX }))
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes <= MAIL_FILES_BYTES_MAX) return undefined
  const most = MAIL_FILES_BYTES_MAX / (1024 * 1024)
  return refuseField('attachments', say('field.files_mib', { max: most }))
}
