import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useAfterPause } from '../../look/typing/pause.js'
import { goTo } from '../../staff/place.js'
import { shellWords } from '../../text/desk/shell-words.js'
import { words } from '../../text/words.js'
import { foundPages, type SearchResult, search } from './search-results.js'

const PAUSE_MS = 80
/** An unanswered or incomplete search is repeated at this interval. */
const AGAIN_MS = 1_000
const TRIES = 20

/**
 * Global search by number or beginning of a name, with one list of results that arrow keys walk
 * through.
 */
export function Find({ onClose }: { onClose: () => void }) {
  const text = shellWords.value
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly SearchResult[]>([])
  const [state, setState] = useState<'ready' | 'reading' | 'partly' | 'failed'>('ready')
  const [at, setAt] = useState(0)
  const box = useRef<HTMLDialogElement>(null)
  const list = useId()
  useLayoutEffect(() => {
    box.current?.showModal()
    box.current?.querySelector('input')?.focus()
  }, [])
  const asked = typed.trim()
  const tries = useRef(0)
  useEffect(() => {
    setFound(foundPages(asked))
    setAt(0)
    setState(asked === '' ? 'ready' : 'reading')
    tries.current = 0
  }, [asked])
  useAfterPause(PAUSE_MS, asked, async (isNewest) => {
    const answer = await search(asked)
    if (!isNewest()) return undefined
    setState(answer === null ? 'failed' : answer.isWhole ? 'ready' : 'partly')
    if (answer !== null) setFound([...answer.found, ...foundPages(asked)])
    return answer?.isWhole !== true && ++tries.current < TRIES ? AGAIN_MS : undefined
  })
  const close = () => box.current?.close()
  const open = (one: SearchResult | undefined) => {
    if (one === undefined) return
    close()
    goTo(one.address)
  }
  const move = (to: number) => setAt(Math.max(0, Math.min(found.length - 1, to)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'PageDown') move(at + 10)
    else if (event.key === 'PageUp') move(at - 10)
    else if (event.key === 'Enter') open(found[at])
    else return
    event.preventDefault()
  }
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, found])
  return (
    <dialog ref={box} class="find" aria-label={text.find} onClose={onClose}>
      <input
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-activedescendant={found.length === 0 ? undefined : `${list}-${at}`}
        aria-label={text.find}
        placeholder={text.findWhat}
        autocomplete="off"
        spellcheck={false}
        maxLength={128}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={text.find} class="found-list">
        {found.map((one, i) => (
          <div
            key={one.address}
            id={`${list}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            class="found-row"
            onPointerMove={() => setAt(i)}
            onClick={() => open(one)}
            onKeyDown={onKeyDown}
          >
            <span class="faint kind">{text.findKinds[one.kind]}</span>
            <b>{one.name}</b>
            <span class="faint grow">{one.more}</span>
          </div>
        ))}
      </div>
      {(state !== 'ready' || (found.length === 0 && typed.trim() !== '')) && (
        <p class="faint" role="status">
          {state === 'reading'
            ? words.value.loading
            : state === 'failed'
              ? words.value.login.lost
              : state === 'partly'
                ? text.findPart
                : text.findNothing}
        </p>
      )}
    </dialog>
  )
}
