import { useEffect, useState } from 'preact/hooks'
import { Brand, BrandBanner, ServerName } from '../../look/brand.js'
import { Field, OnceButton } from '../../look/controls.js'
import { phase, session, signInByLink } from '../../state/session.js'
import { type OpenedLink, openedLink } from '../../state/sign-in-link.js'
import { answerWords } from '../../text/refusals.js'
import { words } from '../../text/terminal/words.js'

/**
 * The page of a sign-in link. It asks for confirmation if the browser is signed in to another
 * account.
 *
 * - The link is not used before the user confirms, so that nobody ends up in another account
 *   unintentionally.
 * - A link that fails leaves the current sign-in unchanged.
 */
export function LinkDoor({ link }: { link: OpenedLink }) {
  const { link: text } = words.value
  const current = phase.value === 'in' ? (session.value?.login ?? null) : null
  const isOther = current !== null && link.login !== null && current !== link.login
  const [isAgreed, setAgreed] = useState(!isOther)
  return (
    <main class="door">
      <div class="card">
        <BrandBanner />
        <Brand name="" />
        <ServerName />
        <h1>{text.title}</h1>
        {isAgreed ? (
          <Exchange link={link} current={current} />
        ) : (
          <Question
            login={link.login ?? 0}
            current={current ?? 0}
            onAgree={() => setAgreed(true)}
          />
        )}
      </div>
    </main>
  )
}

function Question(props: { login: number; current: number; onAgree: () => void }) {
  const { link: text } = words.value
  const { login, current } = props
  return (
    <div class="stack">
      <p>{text.other({ login, current })}</p>
      <button type="button" class="primary" onClick={props.onAgree}>
        {text.change({ login })}
      </button>
      <button type="button" onClick={leave}>
        {text.stay({ current })}
      </button>
    </div>
  )
}

type Refusal = Awaited<ReturnType<typeof signInByLink>>

function Exchange({ link, current }: { link: OpenedLink; current: number | null }) {
  const { link: text, login: door, loading } = words.value
  const [needsCode, setNeedsCode] = useState(false)
  const [otp, setOtp] = useState('')
  /** The refusal itself, because this page may draw it before the texts of its language arrive. */
  const [refused, setRefused] = useState<Refusal | null>(null)
  const exchange = async () => {
    setRefused(null)
    const answer = await signInByLink(otp === '' ? { code: link.code } : { code: link.code, otp })
    if (answer.ok) return leave()
    setNeedsCode(answer.code === 'auth.otp_required')
    if (answer.code !== 'auth.otp_required') setRefused(answer)
  }
  useEffect(() => {
    void exchange()
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    void exchange()
  }
  if (needsCode) {
    return (
      <form class="stack" onSubmit={submit}>
        <p>{text.codeText({ login: String(link.login) })}</p>
        <Field
          label={door.code}
          value={otp}
          inputMode="numeric"
          autocomplete="one-time-code"
          isRequired={true}
          hasFocus={true}
          onInput={setOtp}
        />
        <button type="submit" class="primary">
          {door.go}
        </button>
      </form>
    )
  }
  if (refused === null) return <output class="empty">{loading}</output>
  return (
    <div class="stack">
      <div class="banner bad" role="alert">
        {answerWords(refused)}
      </div>
      {/* Without an answer the link may still be unused. */}
      {refused.status === 0 && <OnceButton onPress={exchange}>{text.again}</OnceButton>}
      <button type="button" class="primary" onClick={leave}>
        {current === null ? text.password : text.stay({ current })}
      </button>
    </div>
  )
}

function leave(): void {
  openedLink.value = null
}
