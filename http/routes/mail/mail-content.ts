import { accept, type Outcome } from '../../../actors/thread/ask.js'
import type { SessionSide } from '../../../engine/access/session.js'
import type { Refusal } from '../../../engine/code.js'
import {
  MAIL_BODY_BYTES_MAX,
  MAIL_FILE_BYTES_MAX,
  MAIL_FILES_BYTES_MAX,
} from '../../../engine/limits/mailbox.js'
import { PLACEHOLDERS } from '../../../engine/names/placeholders.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { checkFileName } from '../../../wire/check/file-name.js'
import { ContentCheck, type FileExtension, mediaOf } from '../../../wire/check/file-type.js'
import type { Session } from '../../exchange/session.js'
import type { FrontServices } from '../route.js'

/** File extensions that a message may have as attachments. */
export const MAIL_EXTENSIONS: readonly FileExtension[] = [
  '.png',
  '.jpg',
  '.jpeg',
  '.bmp',
  '.gif',
  '.zip',
  '.7z',
  '.doc',
  '.docx',
  '.xls',
  '.xlsx',
  '.odt',
  '.rtf',
  '.csv',
  '.txt',
  '.log',
  '.pdf',
]

/** The placeholders of a message as its writer types them, for descriptions of routes. */
export const PLACEHOLDER_LIST = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')

export function refuseBody(body: string): Refusal | undefined {
  if (Buffer.byteLength(body) <= MAIL_BODY_BYTES_MAX) return undefined
  return refuseField('body', say('field.body_kib', { max: MAIL_BODY_BYTES_MAX / 1024 }))
}

interface NewAttachment {
  readonly name: string
  readonly content: string
}

interface ReadAttachment {
  readonly name: string
  readonly media: string
  readonly content: Buffer
}

/**
 * Stores attachments from the request body in the same way as uploads. The message then claims
 * them.
 */
export async function storeAttachments(
  { uploads }: Pick<FrontServices, 'uploads'>,
  side: SessionSide,
  { login: owner }: Pick<Session, 'login'>,
  attachments: readonly NewAttachment[],
): Promise<Outcome<readonly string[]>> {
  const read: ReadAttachment[] = []
  for (const [at, attachment] of attachments.entries()) {
    const one = readAttachment(attachment, `attachments[${at}]`)
    if (!one.ok) return one
    read.push(one.value)
  }
  const bytes = read.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > MAIL_FILES_BYTES_MAX) return refuseField('attachments', say('field.attachments_mib'))
  const ids: string[] = []
  for (const { content, ...said } of read) {
    const asked = { owner, isStaff: side === 'staff', kind: 'mail' } as const
    const kept = await uploads.keep(asked, content, said)
    if (!kept.ok) return kept
    ids.push(kept.value.id)
  }
  return accept(ids)
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

function readAttachment(
  { name: given, content: text }: NewAttachment,
  place: string,
): Outcome<ReadAttachment> {
  if (/[/\\]/.test(given)) {
    return refuseField(`${place}.name`, say('field.plain_file_name'))
  }
  const checked = checkFileName(given, MAIL_EXTENSIONS)
  if (!checked.ok) return refuseField(`${place}.name`, checked.says)
  if (text.length % 4 !== 0 || !BASE64.test(text)) {
    return refuseField(`${place}.content`, say('field.file_base64'))
  }
  const content = Buffer.from(text, 'base64')
  if (content.length > MAIL_FILE_BYTES_MAX) {
    return refuseField(`${place}.content`, say('field.file_mib'))
  }
  const extension = checked.extension as FileExtension
  const check = new ContentCheck(extension)
  check.take(content)
  if (!check.fits)
    return refuseField(`${place}.content`, say('field.file_type', { type: extension }))
  return accept({ name: checked.name, media: mediaOf(extension), content })
}
