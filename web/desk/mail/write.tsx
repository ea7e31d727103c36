import { useEffect, useRef, useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field, OnceButton, Segments } from '../../look/controls.js'
import { type ChosenFile, Files } from '../../mail/files.js'
import { scopeHas } from '../../staff/groups.js'
import {
  EMPTY_DRAFT,
  keepDraft,
  keptDraft,
  loginsOf,
  type MailDraft,
} from '../../staff/office/mail-draft.js'
import { go } from '../../staff/place.js'
import { groupPaths, knownGroups, needGroups } from '../../staff/settings/known.js'
import { say } from '../../state/notes.js'
import { mailCount } from '../../state/unread.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { useAct } from '../changes/use-act.js'
import { RecordCard } from '../lists/record-card.js'
import { AsRead, Reached } from './preview.js'
import { type PreviewAsk, usePreview } from './use-preview.js'

/** What the server fills for each recipient. */
const PLACES = [
  'login',
  'name',
  'group',
  'currency',
  'company',
  'company_email',
  'company_phone',
  'company_website',
]
const NAMES_SHOWN = 6
const BODY_MAX = 65_536

/**
 * A mail that is being written: to logins or to groups, which are counted, and shown as one of them reads it. One to a
 * single account goes at a press; more are asked back.
 */
export function Write({ query }: { query: URLSearchParams }) {
  const text = mailWords.value
  const reply = query.get('reply') ?? ''
  const [draft, setDraft] = useState<MailDraft>(() => begun(reply, query))
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [isAsked, setAsked] = useState(false)
  const [isRead, setRead] = useState(false)
  const [reader, setReader] = useState('')
  const body = useRef<HTMLTextAreaElement>(null)
  const [isToFirst] = useState(draft.logins === '')
  const change = (changed: Partial<MailDraft>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    keepDraft(reply, next)
  }
  const logins = draft.way === 'logins' ? loginsOf(draft.logins) : null
  const met = useGroups(draft.way === 'group' ? draft.group.trim() : '')
  const to = recipientsOf(draft, logins, met)
  const isReader = reader === '' || LOGIN.test(reader)
  const seen = usePreview(
    to === null ? null : { ...to, ...readAs(draft, isRead && !isAsked, reader) },
  )
  const close = () => go(['mail'])
  const done = ({ delivered, skipped }: Data<'POST /admin/v1/mail'>) => {
    keepDraft(reply, null)
    say('good', text.sent({ n: delivered }), skipped === 0 ? '' : text.skipped({ n: skipped }))
    mailCount.value++
    go(['mail'], { folder: 'sent' })
  }
  const send = (key: string) =>
    call('POST /admin/v1/mail', {
      key,
      body: {
        subject: draft.subject,
        body: draft.body,
        attachments: files,
        email: draft.email,
        ...to,
        ...(reply === '' ? {} : { reply_to: Number(reply) }),
      },
    })
  const act = useAct({ send, unknown: text.unknown, onDone: done })
  const isOne = logins?.length === 1
  const isNobody = seen.data?.recipients === 0 && !seen.isOld
  const isOff = to === null || isNobody || draft.subject.trim() === ''
  const who =
    draft.way === 'logins'
      ? text.loginCount({ n: String(logins?.length ?? 0) })
      : draft.group.trim()
  const fill = (name: string) => {
    const field = body.current
    const at = field?.selectionStart ?? draft.body.length
    change({
      body: `${draft.body.slice(0, at)}{{${name}}}${draft.body.slice(field?.selectionEnd ?? at)}`,
    })
    field?.focus()
  }
  return (
    <RecordCard
      title={reply === '' ? text.writeTitle : text.replyTitle({ to: query.get('to') ?? '' })}
      onClose={close}
    >
      <form
        class="desk-form stack mail-write"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <fieldset class="stack bare" disabled={act.isUnknown}>
          <Segments
            label={text.toWhom}
            value={draft.way}
            options={Object.entries(text.ways) as [MailDraft['way'], string][]}
            onInput={(way) => change({ way })}
          />
          {draft.way === 'logins' ? (
            <Field
              label={text.logins}
              value={draft.logins}
              maxLength={8_000}
              hasFocus={isToFirst}
              wrong={wrongLogins(logins)}
              onInput={(typed) => change({ logins: typed })}
            />
          ) : (
            <>
              <Field
                label={text.group}
                value={draft.group}
                hasFocus={true}
                wrong={met.isWrong ? text.noGroup : undefined}
                onInput={(group) => change({ group })}
              />
              <Met met={met} />
            </>
          )}
          {to !== null && <Reached seen={seen} email={draft.email} />}
          <Field
            label={text.subject}
            value={draft.subject}
            hasFocus={!isToFirst}
            onInput={(subject) => change({ subject })}
          />
          <div class="field">
            <label for="desk-mail-text">{text.text}</label>
            <textarea
              id="desk-mail-text"
              ref={body}
              rows={10}
              maxLength={BODY_MAX}
              value={draft.body}
              onInput={({ currentTarget }) => change({ body: currentTarget.value })}
            />
          </div>
          <fieldset class="row wrap chips bare" aria-label={text.places}>
            <span class="faint">{text.places}:</span>
            {PLACES.map((name) => (
              <button key={name} type="button" class="chip" onClick={() => fill(name)}>
                {name}
              </button>
            ))}
          </fieldset>
          <Files files={files} onFiles={setFiles} />
          <label class="check">
            <input
              type="checkbox"
              checked={draft.email}
              onChange={({ currentTarget }) => change({ email: currentTarget.checked })}
            />
            {text.email}
          </label>
          {to !== null && (
            <button
              type="button"
              class="small mail-look"
              aria-expanded={isRead}
              onClick={() => setRead(!isRead)}
            >
              {text.look}
            </button>
          )}
          {isRead && to !== null && (
            <AsRead seen={seen} reader={reader} isWrong={!isReader} onReader={setReader} />
          )}
        </fieldset>
        {act.wrong !== '' && (
          <div class="banner bad" role="alert">
            {act.wrong}
          </div>
        )}
        <p class="faint">{text.kept}</p>
        <footer class="row">
          <span class="grow" />
          <button
            type="button"
            onClick={() => {
              keepDraft(reply, null)
              close()
            }}
          >
            {text.discard}
          </button>
          {isOne ? (
            <OnceButton type="submit" class="primary" isOff={isOff} onPress={act.send}>
              {act.isUnknown
                ? words.value.read.again
                : text.sendTo({ who: String(logins?.[0] ?? '') })}
            </OnceButton>
          ) : (
            <button type="submit" class="primary" disabled={isOff} onClick={() => setAsked(true)}>
              {isOff ? text.send : `${text.sendTo({ who })}…`}
            </button>
          )}
        </footer>
      </form>
      {isAsked && (
        <ActDialog
          title={text.ask}
          act={text.sendTo({ who })}
          isOff={seen.data === null || seen.isOld}
          unknown={text.unknown}
          send={send}
          onDone={done}
          onClose={() => setAsked(false)}
        >
          <p>
            <b>{draft.subject}</b>
          </p>
          {draft.way === 'group' && <Met met={met} />}
          <Reached seen={seen} email={draft.email} />
        </ActDialog>
      )}
    </RecordCard>
  )
}

/** What was kept; a link that names recipients puts them in, and a mail that is answered its subject. */
function begun(reply: string, query: URLSearchParams): MailDraft {
  const kept = keptDraft(reply)
  const [to, group] = [query.get('to'), query.get('group')]
  if (to !== null) return { ...kept, way: 'logins', logins: to }
  if (group !== null) return { ...kept, way: 'group', group }
  return kept === EMPTY_DRAFT ? EMPTY_DRAFT : kept
}

const LOGIN = /^[1-9]\d{0,14}$/
const LOGINS_MAX = 1_000

function wrongLogins(logins: readonly number[] | null): string | undefined {
  const text = mailWords.value
  if (logins === null) return text.wrongLogins
  return logins.length > LOGINS_MAX ? text.tooMany({ most: LOGINS_MAX }) : undefined
}

/** Whom it goes to, as the server is told; null while there is nobody. */
function recipientsOf(
  { way, group }: MailDraft,
  logins: readonly number[] | null,
  met: MetGroups,
): { to_logins: number[] } | { to_group: string } | null {
  if (way === 'group') return met.groups.length === 0 ? null : { to_group: group.trim() }
  if (logins === null || logins.length === 0 || logins.length > LOGINS_MAX) return null
  return { to_logins: [...logins] }
}

/** What is to be filled, while it is looked at. */
function readAs({ subject, body }: MailDraft, isRead: boolean, reader: string): PreviewAsk {
  if (!isRead) return {}
  return { subject, body, ...(LOGIN.test(reader) ? { login: Number(reader) } : {}) }
}

interface MetGroups {
  readonly groups: readonly string[]
  readonly isWrong: boolean
}

/** The groups that a mask has, of those that the writer may see. */
function useGroups(mask: string): MetGroups {
  const isWanted = mask !== ''
  useEffect(() => {
    if (isWanted) needGroups()
  }, [isWanted])
  const groups = groupPaths.value.filter((path) => isWanted && scopeHas([mask], path))
  return {
    groups,
    isWrong: isWanted && knownGroups.value !== null && groups.length === 0,
  }
}

function Met({ met }: { met: MetGroups }) {
  const text = mailWords.value
  if (met.groups.length === 0) return null
  const names = met.groups.slice(0, NAMES_SHOWN).join(', ')
  const isMore = met.groups.length > NAMES_SHOWN
  return (
    <p role="status">
      {text.groupsMet({ n: met.groups.length, names: isMore ? `${names}, …` : names })}
    </p>
  )
}
