import { useEffect, useRef, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field, OnceButton, Segments } from '../../look/controls.js'
import { type ChosenFile, Files } from '../../mail/files.js'
import { scopeHas } from '../../staff/groups.js'
import { groupPaths, knownGroups, needGroups } from '../../staff/known.js'
import {
  EMPTY_DRAFT,
  keepDraft,
  keptDraft,
  loginsOf,
  type MailDraft,
} from '../../staff/mail-draft.js'
import { go } from '../../staff/place.js'
import { may } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { mailCount } from '../../state/unread.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { grouped } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../act-dialog.js'
import { RecordCard } from '../record-card.js'
import { useAct } from '../use-act.js'

/** What the server fills for each recipient. */
const PLACES = ['login', 'name', 'group', 'currency', 'company', 'company_email', 'company_phone']
const COUNTED_MS = 300
const NAMES_SHOWN = 6
const BODY_MAX = 65_536

/**
 * A mail that is being written: to logins or to groups, whose accounts are counted. One to a single account goes at a
 * press; more are asked back.
 */
export function Write({ query }: { query: URLSearchParams }) {
  const text = mailWords.value
  const reply = query.get('reply') ?? ''
  const [draft, setDraft] = useState<MailDraft>(() => begun(reply, query))
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [isAsked, setAsked] = useState(false)
  const body = useRef<HTMLTextAreaElement>(null)
  const change = (changed: Partial<MailDraft>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    keepDraft(reply, next)
  }
  const logins = draft.way === 'logins' ? loginsOf(draft.logins) : null
  const met = useGroups(draft.way === 'group' ? draft.group.trim() : '')
  const close = () => go(['mail'])
  const done = ({ delivered, skipped }: Data<'POST /admin/v1/mail'>) => {
    keepDraft(reply, null)
    say('good', text.sent(delivered), skipped === 0 ? '' : text.skipped(skipped))
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
        ...(draft.way === 'logins'
          ? { to_logins: logins ?? [] }
          : { to_group: draft.group.trim() }),
        ...(reply === '' ? {} : { reply_to: Number(reply) }),
      },
    })
  const act = useAct({ send, unknown: text.unknown, onDone: done })
  const isOne = logins?.length === 1
  const hasRecipients =
    draft.way === 'logins' ? logins !== null && logins.length > 0 : met.groups.length > 0
  const isOff = !hasRecipients || draft.subject.trim() === ''
  const who =
    draft.way === 'logins' ? text.loginCount(String(logins?.length ?? 0)) : draft.group.trim()
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
      title={reply === '' ? text.writeTitle : text.replyTitle(query.get('to') ?? '')}
      onClose={close}
    >
      <form
        class="desk-form stack"
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
              hasFocus={draft.logins === ''}
              wrong={logins === null ? text.wrongLogins : undefined}
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
          <Field
            label={text.subject}
            value={draft.subject}
            hasFocus={draft.logins !== ''}
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
              {act.isUnknown ? words.value.read.again : text.sendTo(String(logins?.[0] ?? ''))}
            </OnceButton>
          ) : (
            <button type="submit" class="primary" disabled={isOff} onClick={() => setAsked(true)}>
              {isOff ? text.send : `${text.sendTo(who)}…`}
            </button>
          )}
        </footer>
      </form>
      {isAsked && (
        <ActDialog
          title={text.ask}
          act={text.sendTo(who)}
          unknown={text.unknown}
          send={send}
          onDone={done}
          onClose={() => setAsked(false)}
        >
          <p>
            <b>{draft.subject}</b>
          </p>
          {draft.way === 'group' ? <Met met={met} /> : <p>{who}</p>}
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

interface MetGroups {
  readonly groups: readonly string[]
  /** Accounts in them; null while they are counted, and for who may not see accounts. */
  readonly accounts: number | null
  readonly isWrong: boolean
}

/** The groups that a mask has, of those that the writer may see, and how many accounts are in them. */
function useGroups(mask: string): MetGroups {
  const [accounts, setAccounts] = useState<number | null>(null)
  const isWanted = mask !== ''
  useEffect(() => {
    if (isWanted) needGroups()
  }, [isWanted])
  useEffect(() => {
    setAccounts(null)
    if (!isWanted || !may({ all: ['accounts.view'] })) return undefined
    let isOld = false
    const stop = after(COUNTED_MS, () => {
      void call('GET /admin/v1/accounts/window/count', { query: { group: mask } }).then(
        (answer) => {
          if (!isOld && answer.ok) setAccounts(answer.data.total)
        },
      )
    })
    return () => {
      isOld = true
      stop()
    }
  }, [mask])
  const groups = groupPaths.value.filter((path) => isWanted && scopeHas([mask], path))
  return {
    groups,
    accounts,
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
      {text.groupsMet(met.groups.length, isMore ? `${names}, …` : names)}
      <br />
      {may({ all: ['accounts.view'] }) &&
        (met.accounts === null ? text.counting : text.accounts(grouped(String(met.accounts))))}
    </p>
  )
}
